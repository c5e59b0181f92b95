import type { MediaFacts } from '@hotvote/shared/media-facts'
import type { ComponentProps } from 'react'
import { Badge } from '../data/badge.tsx'
import type { Fact } from '../data/facts.tsx'
import { useShownItem } from '../media/private-picture.tsx'
import { ItemFacts, MediaDialog } from './media-dialog.tsx'

type Item = MediaFacts & { originalName: string }

type Props<Listed extends Item> = Pick<ComponentProps<typeof MediaDialog>, 'onClosed' | 'onKeyDown' | 'children'> & {
  item: Listed
  items: Listed[]
  /** True if the file requires the operator's login. */
  isPrivate: boolean
  /** `undefined` closes the preview. */
  onShow: (item: Listed | undefined) => void
  mark?: string | undefined
  facts: Fact[]
}

/** Shows one item of a list to the operator, with buttons for the previous and next item. */
export function ItemPreview<Listed extends Item>(props: Props<Listed>) {
  const { item, items, isPrivate, onShow, mark, facts, children, ...dialog } = props
  const index = items.indexOf(item)
  const to = (next: Listed | undefined) => next && (() => onShow(next))
  return (
    <MediaDialog
      item={useShownItem(item, isPrivate)}
      onClose={() => onShow(undefined)}
      steps={{ before: to(items[index - 1]), after: to(items[index + 1]) }}
      {...dialog}
    >
      <p className="mt-1 text-sm text-mute" aria-live="polite">
        {index + 1} of {items.length} on this page {mark && <Badge tone="info">{mark}</Badge>}
      </p>
      <ItemFacts facts={facts} />
      {children}
    </MediaDialog>
  )
}
