import { counted } from '@hotvote/shared/counted'
import { REPEAT_INFRINGER_FROM } from '@hotvote/shared/limits'
import { Badge } from './badge.tsx'

/** How many items of a user were taken down, and that it happens again and again; nothing of most users. */
export function TakenDown({ items }: { items: number }) {
  if (items === 0) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="text-mute">{counted(items, 'item')} taken down</span>
      {items >= REPEAT_INFRINGER_FROM && <Badge tone="danger">Repeat infringer</Badge>}
    </span>
  )
}
