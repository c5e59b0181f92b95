import type { MediaStats } from '@hotvote/shared/stats'
import * as Dialog from '@radix-ui/react-dialog'
import { Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { count, date, megabytes } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { PlaceholderImage } from '../../ui/placeholder-image.tsx'
import { SplitBar } from '../../ui/split-bar.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { kindOf } from './kind.ts'
import { Unavailable } from './thumbnail.tsx'
import { VotesPlot } from './votes-plot.tsx'

type Props = { item: MediaStats; onClose: () => void; onDelete: (item: MediaStats) => void }

/** One item in large, with all its numbers (`visitor.md §2`). */
export function MediaDialog({ item, onClose, onDelete }: Props) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-black/60" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-30 m-auto grid h-fit max-h-full w-full animate-appear content-start overflow-y-auto bg-panel shadow-soft max-md:h-full md:max-h-[calc(100%-3rem)] md:w-[min(64rem,calc(100%-3rem))] md:grid-cols-[1.3fr_1fr] md:rounded-card md:border md:border-line"
        >
          <Large key={item.id} item={item} />
          <div className="min-w-0 p-4 pb-6 md:p-6">
            <div className="flex items-start justify-between gap-3">
              <Dialog.Title className="min-w-0 pt-1.5 text-lg [overflow-wrap:anywhere]">
                {item.originalName}
              </Dialog.Title>
              <Dialog.Close
                aria-label="Close"
                className="-mt-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-control text-mute hover:bg-raised focus-visible:-outline-offset-2"
              >
                <X aria-hidden className="size-5" />
              </Dialog.Close>
            </div>
            <Facts item={item} />
            <SplitBar tally={item} className="mt-4 h-2.5" />
            <VotesPlot mediaId={item.id} />
            <Button className="mt-5 w-full text-danger-ink!" onClick={() => onDelete(item)}>
              <Trash2 aria-hidden className="size-4.5" /> Delete {kindOf(item.mimeType).toLowerCase()}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** As large as there is room for, in its own shape. */
function Large({ item }: { item: MediaStats }) {
  const [isBroken, setBroken] = useState(false)
  const media = {
    src: item.displayUrl,
    onError: () => setBroken(true),
    className: 'absolute inset-0 size-full object-contain',
  }
  return (
    <div className="relative h-[45svh] overflow-hidden bg-stage md:h-auto md:min-h-128">
      {item.placeholder && !isBroken && (
        <PlaceholderImage
          thumbhash={item.placeholder}
          className="absolute -inset-[4%] size-[108%] max-w-none opacity-75"
        />
      )}
      {isBroken ? (
        <Unavailable mimeType={item.mimeType} />
      ) : kindOf(item.mimeType) === 'Video' ? (
        <video {...media} aria-label={item.originalName} controls loop playsInline preload="metadata" />
      ) : (
        <img {...media} alt={item.originalName} />
      )}
    </div>
  )
}

function Facts({ item }: { item: MediaStats }) {
  const facts = [
    ['Views', count(item.totalViews)],
    ['Votes', count(item.totalVotes)],
    ['Hot', `${item.hotPercentage}%`],
    ['Not', `${item.notPercentage}%`],
    ['Type', kindOf(item.mimeType)],
    ['Size', megabytes(item.size)],
    ['Pixels', `${item.width} × ${item.height}`],
    ['Uploaded', date(item.uploadedAt)],
  ]
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-mute">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
