import type { storedMediaFacts } from '@hotvote/shared/media-facts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { z } from 'zod'
import { date, fileSize } from '../../lib/browser/format.ts'
import { useObjectUrl } from '../../lib/browser/hooks.ts'
import { trashedPictureQuery } from '../../lib/operator/trashed-picture.ts'
import { Badge } from '../data/badge.tsx'
import type { Fact } from '../data/facts.tsx'
import { ItemFacts, MediaDialog } from './media-dialog.tsx'

type Stored = z.infer<typeof storedMediaFacts>
type Item = Omit<Stored, 'url' | 'displayUrl' | 'srcset' | 'thumbnailUrl'> & { displayUrl?: string }

type Props<Listed extends Item> = Pick<ComponentProps<typeof MediaDialog>, 'onClosed' | 'onKeyDown'> & {
  item: Listed
  items: Listed[]
  /** True if the file requires the operator's login. */
  isPrivate: boolean
  /** `undefined` closes the preview. */
  onShow: (item: Listed | undefined) => void
  mark?: string | undefined
  /** Shown above the facts of the file. */
  facts?: Fact[]
  children?: ReactNode
}

/** Shows one item of a list to the operator, with buttons for the previous and next item. */
export function ItemPreview<Listed extends Item>(props: Props<Listed>) {
  const { item, items, isPrivate, onShow, mark, facts = [], children, ...dialog } = props
  const { data, isError } = useQuery(trashedPictureQuery(item.id, isPrivate, 'original'))
  const privateUrl = useObjectUrl(data)
  const index = items.indexOf(item)
  const to = (next: Listed | undefined) => next && (() => onShow(next))
  return (
    <MediaDialog
      item={{ ...item, displayUrl: (isPrivate ? privateUrl : item.displayUrl) ?? '' }}
      isUnavailable={isPrivate && isError}
      onClose={() => onShow(undefined)}
      {...(items.length > 1 && { steps: { before: to(items[index - 1]), after: to(items[index + 1]) } })}
      {...dialog}
    >
      <p className="mt-1 text-sm text-mute" aria-live="polite">
        {items.length > 1 && `${index + 1} of ${items.length} on this page`} {mark && <Badge tone="info">{mark}</Badge>}
      </p>
      <ItemFacts facts={[...facts, ...listFileFacts(item)]} />
      {children}
    </MediaDialog>
  )
}

const listFileFacts = ({ id, mimeType, size, width, height, uploadedAt }: Item): Fact[] => [
  ['Type', mimeType],
  ['Size', fileSize(size)],
  ['Pixels', `${width} × ${height}`],
  ['Uploaded', date(uploadedAt)],
  ['Number', `#${id}`],
]
