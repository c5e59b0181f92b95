import type { MediaFacts } from '@hotvote/shared/media-facts'
import * as Radix from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isVideo } from '../../lib/browser/format.ts'
import { type Fact, Facts } from '../data/facts.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import { useAttempts } from '../media/attempts.ts'
import { PlaceholderImage } from '../media/placeholder-image.tsx'
import { Unavailable } from '../media/thumbnail.tsx'
import { VideoPlayer } from '../media/video-player.tsx'
import { CloseButton, DialogFrame } from './dialog.tsx'

type Item = Pick<MediaFacts, 'id' | 'displayUrl' | 'mimeType' | 'placeholder' | 'backdrop'> & { originalName: string }
type Props = {
  /** `displayUrl` is empty while the file loads. */
  item: Item
  /** True if the file failed to load. */
  isUnavailable?: boolean
  onClose: () => void
  /** See `DialogFrame`. */
  onClosed?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  /** Handlers for the arrow keys and buttons, undefined at the start or end of the list. */
  steps?: { before: (() => void) | undefined; after: (() => void) | undefined }
  children: ReactNode
}

export const MediaDialog = ({ item, isUnavailable = false, steps, onKeyDown, children, ...frame }: Props) => (
  <DialogFrame
    aria-describedby={undefined}
    onKeyDown={(event) => {
      // Leave arrow keys to videos, which use them for seeking.
      if (event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey) return
      const step = event.key === 'ArrowLeft' ? steps?.before : event.key === 'ArrowRight' ? steps?.after : undefined
      step ? step() : onKeyDown?.(event)
    }}
    {...frame}
    className="m-auto grid h-fit max-h-full w-[calc(100%-var(--safe-left)-var(--safe-right))] animate-appear scroll-pt-20 scroll-pb-24 content-start overflow-y-auto bg-panel shadow-soft max-md:h-full md:max-h-[calc(100%-3rem)] md:w-[min(64rem,calc(100%-3rem-var(--safe-left)-var(--safe-right)))] md:grid-cols-[1.3fr_1fr] md:rounded-card md:border md:border-line"
  >
    <div
      data-backdrop={item.backdrop}
      className="relative h-[45svh] overflow-hidden bg-stage md:low:sticky md:low:top-0 md:low:h-[calc(100svh-3rem)] md:not-low:h-auto md:not-low:min-h-128"
    >
      {isUnavailable ? <Unavailable mimeType={item.mimeType} /> : <Large key={item.id} item={item} />}
      {steps && (
        <>
          <Step icon={ChevronLeft} label="Previous item" side="left-2" onStep={steps.before} />
          <Step icon={ChevronRight} label="Next item" side="right-2" onStep={steps.after} />
        </>
      )}
    </div>
    <div className="min-w-0 p-4 pb-6 md:p-6">
      <div className="sticky top-0 z-1 -mx-4 -mt-4 flex items-start justify-between gap-3 bg-panel px-4 pt-4 pb-1 md:-mx-6 md:-mt-6 md:px-6 md:pt-6">
        <Radix.Title className="min-w-0 pt-1.5 text-lg [overflow-wrap:anywhere]">{item.originalName}</Radix.Title>
        <CloseButton className="-mt-1 -mr-2 focus-visible:-outline-offset-2" />
      </div>
      {children}
    </div>
  </DialogFrame>
)

/** Keeps the actions of an item in view while its facts scroll. */
export const MediaDialogFoot = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div
    className={clsx(
      'bottom-0 -mx-4 -mb-6 mt-5 border-t border-line bg-panel px-4 pt-3 pb-[calc(--spacing(4)+env(safe-area-inset-bottom))] not-low:sticky md:-mx-6 md:px-6 md:pb-6',
      className,
    )}
  >
    {children}
  </div>
)

type StepProps = { icon: LucideIcon; label: string; side: string; onStep: (() => void) | undefined }

// The button stays mounted at both ends of the list to keep the focus.
const Step = ({ icon: Icon, label, side, onStep }: StepProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={onStep ? undefined : true}
    onClick={() => onStep?.()}
    className={`absolute top-1/2 ${side} grid size-11 -translate-y-1/2 place-items-center rounded-full bg-black/60 text-white hover:bg-black/80 aria-disabled:opacity-40`}
  >
    <Icon aria-hidden className="size-6" />
  </button>
)

function Large({ item }: { item: Item }) {
  const [isBroken, setBroken] = useState(false)
  const { attempt, fail } = useAttempts(() => setBroken(true))
  const media = {
    src: item.displayUrl,
    onError: fail,
    className: 'absolute inset-0 size-full object-contain',
  }
  if (isBroken) return <Unavailable mimeType={item.mimeType} />
  return (
    <>
      {item.placeholder && (
        <PlaceholderImage
          thumbhash={item.placeholder}
          className="absolute -inset-[4%] size-[108%] max-w-none opacity-75"
        />
      )}
      {item.displayUrl === '' ? (
        <Spinner label="Loading the file…" className="absolute inset-0 m-auto" />
      ) : isVideo(item.mimeType) ? (
        // Videos have no placeholder, so the letterbox stays black.
        <VideoPlayer
          key={attempt}
          {...media}
          className={`${media.className} bg-black`}
          aria-label={item.originalName}
          preload="metadata"
        />
      ) : (
        <img key={attempt} {...media} alt={item.originalName} />
      )}
    </>
  )
}

export const ItemFacts = ({ facts }: { facts: Fact[] }) => (
  <Facts facts={facts} className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 [&_dt]:text-xs" />
)
