import type { SoughtItem as Item } from '@hotvote/shared/user-page'
import { ItemLink, TrashLink } from '../../../ui/data/operator-links.tsx'

/** Leads to the item, or to the trash, where it is there. */
export function SoughtItem({ mediaId, originalName, place }: Item) {
  if (place === 'library') return <ItemLink mediaId={mediaId}>{originalName}</ItemLink>
  if (place === 'trash') return <TrashLink name={originalName} />
  return <span className="text-mute">{originalName} (gone)</span>
}
