import { counted } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/operator/media-library'
import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import { Fragment } from 'react'
import { date, dateTime, fileSize, isVideo } from '../../../lib/browser/format.ts'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { ItemPicture, StoredPicture } from '../../../ui/media/item-picture.tsx'
import type { Removal, ShownTakedown } from './takedowns.api.ts'

type Props = {
  takedown: ShownTakedown
  choice: Removal
  /** Undefined if the request can no longer be resolved, or if none of its items exist. */
  onChoose: ((choice: Removal) => void) | undefined
}

const REMOVE_ONE = 'Also remove this item when the request is resolved'

export function TakedownItems({ takedown, choice, onChoose }: Props) {
  const { items, linkedItems } = takedown
  const isSmall = items.length > 1
  const here = linkedItems.here.length
  const removeAll = {
    isTicked: choice.removeMedia,
    onTick: (removeMedia: boolean) => onChoose?.({ removeMedia, keep: [] }),
  }
  const one = { label: REMOVE_ONE, ...removeAll }
  const leave = (mediaId: number) => ({
    label: 'Leave this item in place',
    isTicked: choice.keep.includes(mediaId),
    onTick: (isKept: boolean) =>
      onChoose?.({ ...choice, keep: isKept ? [...choice.keep, mediaId] : choice.keep.filter((id) => id !== mediaId) }),
  })
  const chooseItem = (mediaId: number) => (here === 1 ? one : choice.removeMedia ? leave(mediaId) : undefined)
  return (
    <section aria-label="Items in question" className="@container flex min-w-0 flex-col gap-3">
      {isSmall && (
        <h3 className="text-sm tracking-normal text-mute">
          {counted(items.length, 'item')} of this site
          {linkedItems.removed.length > 0 && `, ${linkedItems.removed.length} deleted already`}
        </h3>
      )}
      {here > 1 && onChoose && (
        <Checkbox
          label={`Remove these ${here} items, too, when the request is resolved`}
          checked={choice.removeMedia}
          onChange={(event) => removeAll.onTick(event.target.checked)}
        />
      )}
      {items.map((item) => (
        <Item
          key={item.mediaId}
          {...{ item, isSmall }}
          uploader={takedown.uploader}
          choice={item.media ? onChoose && chooseItem(item.mediaId) : undefined}
        />
      ))}
    </section>
  )
}

type ItemProps = {
  item: ShownTakedown['items'][number]
  uploader: ShownTakedown['uploader']
  /** Checkbox for the item. Undefined if the request can no longer be resolved. */
  choice: { label: string; isTicked: boolean; onTick: (isTicked: boolean) => void } | undefined
  isSmall: boolean
}

function Item({ item: { media, removedItem, removedPicture }, uploader, choice, isSmall }: ItemProps) {
  const removed = media ? null : removedItem
  const item = media ?? removed
  if (!item) return null
  const kind = isVideo(item.mimeType) ? 'video' : 'photo'
  const describePicture = (which: string) => `The ${kind} ${which}, uploaded by ${item.username}`
  const picture = isSmall ? 'w-28! @md:w-44!' : '@md:w-56'
  const userId = media ? media.userId : uploader?.username === item.username ? uploader.userId : undefined
  return (
    <section
      aria-label={`Media #${item.id}${media ? '' : ', deleted'}`}
      className="@container rounded-control bg-raised p-3"
    >
      <div
        className={clsx(
          'flex flex-col',
          isSmall ? 'gap-3 @sm:flex-row @sm:items-start' : 'gap-4 @md:flex-row @md:items-start',
        )}
      >
        {media && <ItemPicture item={media} alt={describePicture('in question')} className={picture} sizes="14rem" />}
        {!media && removedPicture && (
          <StoredPicture src={removedPicture} alt={describePicture('that was deleted')} className={picture} />
        )}
        <div className="min-w-0 flex-1">
          <p className="[overflow-wrap:anywhere]">
            <strong>Media #{item.id}</strong> <span className="text-mute">{item.originalName}</span>
          </p>
          <p className="text-mute">
            Uploaded by <UserLink userId={userId} username={item.username} />
            {media ? <Facts item={media} /> : removed && ` · ${counted(removed.votes, 'vote')}`}
          </p>
          {media && <OpenLink url={media.url} kind={kind} />}
          {removed && <p className="mt-2 font-semibold">Deleted {dateTime(removed.removedAt)}</p>}
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

const Facts = ({ item }: { item: LibraryItem }) => (
  <>
    {' '}
    on {date(item.uploadedAt)}
    {[counted(item.totalVotes, 'vote'), counted(item.totalViews, 'view'), fileSize(item.size)].map((fact) => (
      <Fragment key={fact}>
        {' · '}
        <span className="whitespace-nowrap">{fact}</span>
      </Fragment>
    ))}
  </>
)

const OpenLink = ({ url, kind }: { url: string; kind: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer"
    className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline"
  >
    Open the {kind}
    <ExternalLink aria-hidden className="size-4" />
  </a>
)
