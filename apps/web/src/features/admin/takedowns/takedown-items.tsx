import { counted } from '@hotvote/shared/counted'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { RemovedItem } from './removed-item.tsx'
import { TakedownItem } from './takedown-item.tsx'
import type { Removal, ShownTakedown } from './takedowns.api.ts'

type Props = {
  takedown: ShownTakedown
  choice: Removal
  /** Absent when the request can no longer be resolved, or no item is here. */
  onChoose: ((choice: Removal) => void) | undefined
}

const REMOVE_ONE = 'Remove this item, too, when the request is resolved'

/** Every item that the request names, and which of them go when it is resolved. */
export function TakedownItems({ takedown, choice, onChoose }: Props) {
  const { items, linkedItems } = takedown
  const isSmall = items.length > 1
  const here = linkedItems.here.length
  if (items.length === 0) return null
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
    <section aria-label="Items in question" className="flex min-w-0 flex-col gap-3">
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
