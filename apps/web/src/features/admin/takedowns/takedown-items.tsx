import { counted } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/operator/media-library'
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
        <Item key={item.mediaId} {...{ item, takedown, isSmall }} choice={onChoose && chooseItem(item.mediaId)} />
      ))}
    </section>
  )
}

type ItemProps = Pick<Parameters<typeof TakedownItem>[0], 'choice' | 'isSmall'> & {
  item: ShownTakedown['items'][number]
  takedown: ShownTakedown
}

function Item({ item: { media, removedItem, removedPicture }, takedown: { uploader }, choice, isSmall }: ItemProps) {
  if (media) return <TakedownItem item={media} choice={choice} isSmall={isSmall} />
  if (!removedItem) return null
  const isKnown = uploader?.username === removedItem.username
  return (
    <RemovedItem
      item={removedItem}
      picture={removedPicture}
      userId={isKnown ? uploader?.userId : undefined}
      isSmall={isSmall}
    />
  )
}

type TakedownItemProps = {
  item: LibraryItem
  /** Checkbox for the item. Undefined if the request can no longer be resolved. */
  choice: { label: string; isTicked: boolean; onTick: (isTicked: boolean) => void } | undefined
  isSmall: boolean
}

const itemClasses = (isSmall: boolean) =>
  isSmall
    ? { row: 'flex items-start gap-3', picture: 'w-28! @md:w-44!' }
    : { row: 'flex flex-col gap-4 @md:flex-row @md:items-start', picture: '@md:w-56' }

function TakedownItem({ item, choice, isSmall }: TakedownItemProps) {
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

type RemovedItemProps = {
  item: NonNullable<ShownTakedown['removedItem']>
  picture: string | null
  userId: number | undefined
  isSmall: boolean
}

function RemovedItem({ item, picture, userId, isSmall }: RemovedItemProps) {
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
