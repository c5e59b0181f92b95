import { counted } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/media-library'
import { ExternalLink } from 'lucide-react'
import { Fragment } from 'react'
import { date, fileSize } from '../../../lib/browser/format.ts'
import { isVideo } from '../../../lib/browser/media-label.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ItemPicture } from '../../../ui/item-picture.tsx'
import { UserLink } from '../../../ui/operator-links.tsx'

type Props = {
  item: LibraryItem
  /** Absent when the request can no longer be resolved. */
  choice: { isTicked: boolean; onTick: (isTicked: boolean) => void } | undefined
}

/** The item in question, and whether it goes when the request is resolved. */
export function TakedownItem({ item, choice }: Props) {
  const kind = isVideo(item.mimeType) ? 'video' : 'photo'
  return (
    <section aria-label={`Media #${item.id}`} className="@container rounded-control bg-raised p-3">
      <div className="flex flex-col gap-4 @md:flex-row @md:items-start">
        <ItemPicture item={item} alt={`The ${kind} in question, uploaded by ${item.username}`} className="@md:w-56" />
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
              label="Remove this item, too, when the request is resolved"
              checked={choice.isTicked}
              onChange={(event) => choice.onTick(event.target.checked)}
            />
          )}
        </div>
      </div>
    </section>
  )
}
