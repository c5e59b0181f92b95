import { counted } from '@hotvote/shared/counted'
import { dateTime } from '../../../lib/browser/format.ts'
import { isVideo } from '../../../lib/browser/media-label.ts'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { StoredPicture } from '../../../ui/media/item-picture.tsx'
import { itemClasses } from './takedown-item.tsx'
import type { ShownTakedown } from './takedowns.api.ts'

type Props = {
  item: NonNullable<ShownTakedown['removedItem']>
  picture: string | null
  userId: number | undefined
  isSmall: boolean
}

/** An item in question that is deleted. */
export function RemovedItem({ item, picture, userId, isSmall }: Props) {
  const classes = itemClasses(isSmall)
  const kind = isVideo(item.mimeType) ? 'video' : 'photo'
  return (
    <section aria-label={`Media #${item.id}, deleted`} className="@container rounded-control bg-raised p-3">
      <div className={classes.row}>
        {picture && (
          <StoredPicture
            src={picture}
            alt={`The ${kind} that was deleted, uploaded by ${item.username}`}
            className={classes.picture}
          />
        )}
        <div className="min-w-0 flex-1">
          <p className="[overflow-wrap:anywhere]">
            <strong>Media #{item.id}</strong> <span className="text-mute">{item.originalName}</span>
          </p>
          <p className="text-mute">
            Uploaded by <UserLink userId={userId} username={item.username} /> · {counted(item.votes, 'vote')}
          </p>
          <p className="mt-2 font-semibold">Deleted {dateTime(item.removedAt)}</p>
        </div>
      </div>
    </section>
  )
}
