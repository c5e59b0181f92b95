import { TakenDown } from '../../../ui/data/badge.tsx'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { Part } from './takedown-facts.tsx'
import type { ShownTakedown } from './takedowns.api.ts'

/** Who uploaded the item in question, and what of theirs was taken down. */
export function TakedownUploader({ uploader }: { uploader: NonNullable<ShownTakedown['uploader']> }) {
  const { userId, username, takenDownItems } = uploader
  return (
    <Part title="Uploader">
      <div className="flex flex-wrap items-center gap-x-3 [overflow-wrap:anywhere]">
        {username === null ? (
          <span className="text-mute">This account is gone</span>
        ) : (
          <UserLink userId={userId} username={username} />
        )}
        {takenDownItems === 0 ? (
          <span className="text-mute">Nothing taken down so far</span>
        ) : (
          <TakenDown items={takenDownItems} />
        )}
      </div>
    </Part>
  )
}
