import { counted } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/media-library'
import { ExternalLink } from 'lucide-react'
import { Fragment } from 'react'
import { date, fileSize } from '../../../lib/browser/format.ts'
import { isVideo } from '../../../lib/browser/media-label.ts'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { ItemPicture } from '../../../ui/media/item-picture.tsx'

type Props = {
  item: LibraryItem
  /** Absent when the request can no longer be resolved. */
  choice: { label: string; isTicked: boolean; onTick: (isTicked: boolean) => void } | undefined
  /** One of several. */
  isSmall: boolean
}

/** Picture and facts of an item; side by side where there is room, or where there are several items. */
export const itemClasses = (isSmall: boolean) =>
  isSmall
    ? { row: 'flex items-start gap-3', picture: 'w-28! @md:w-44!' }
    : { row: 'flex flex-col gap-4 @md:flex-row @md:items-start', picture: '@md:w-56' }

/** An item in question, and whether it goes when the request is resolved. */
export function TakedownItem({ item, choice, isSmall }: Props) {
  const { row, picture } = itemClasses(isSmall)
  const kind = isVideo(item.mimeType) ? 'video' : 'photo'
  return (
    <section aria-label={`Media #${item.id}`} className="@container rounded-control bg-raised p-3">
      <div className={row}>
        <ItemPicture item={item} alt={`The ${kind} in question, uploaded by ${item.username}`} className={picture} />
        <div className="min-w-0 flex-1">
          <p className="[overflow-wrap:anywhere]">
            <strong>Media #{item.id}</strong> <span className="text-mute">{item.originalName}</span>
          </p>
          <p className="text-mute">
            Uploaded by <UserLink userId={item.userId} username={item.username} /> on {date(item.uploadedAt)}
            {[counted(item.totalVotes, 'vote'), counted(item.totalViews, 'view'), fileSize(item.size)].map((fact) => (
              <Fragment key={fact}>
                {' · '}
                <span className="whitespace-nowrap">{fact}</span>
              </Fragment>
            ))}
          </p>
          <a
            href={item.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline"
          >
            Open the {kind}
            <ExternalLink aria-hidden className="size-4" />
          </a>
          {choice && (
            <Checkbox
              label={choice.label}
              checked={choice.isTicked}
              onChange={(event) => choice.onTick(event.target.checked)}
            />
          )}
        </div>
      </div>
    </section>
  )
}
