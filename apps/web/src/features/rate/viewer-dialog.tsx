import * as Radix from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import { Flag, X } from 'lucide-react'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { DialogFrame } from '../../ui/overlays/dialog-frame.tsx'
import { isBusy, type Rating } from './use-rating.ts'
import { useViewerGestures, useViewerTaps } from './use-viewer-gestures.ts'
import { useZoom, type ZoomControl } from './use-zoom.ts'
import { ViewerLayer } from './viewer-layer.tsx'
import { useZoomByWheel, ZoomButtons, zoomByKey } from './viewer-zoom.tsx'
import { VotePanel, type VotePanelProps } from './vote-panel.tsx'

type Props = VotePanelProps & { alt: string; onReport: (() => void) | undefined; onClose: () => void }
const LOADING = 'Loading the next photo…'

/**
 * Full screen, with the same votes and keys as below it; closes on Escape, a click beside the picture, a swipe down or going
 * back, and the page below does not scroll (`visitor.md §2`).
 */
export function ViewerDialog({ alt, onReport, onClose, ...panel }: Props) {
  const { current } = panel.rating
  const zoom = useZoom(current)
  return (
    <DialogFrame
      aria-describedby={undefined}
      aria-busy={isBusy(panel.rating)}
      onClose={onClose}
      backdrop="bg-black"
      onKeyDown={(event) => zoomByKey(event, zoom)}
      onOpenAutoFocus={(event) => {
        // Not a film's own controls, whose arrow keys do not vote.
        event.preventDefault()
        if (event.target instanceof HTMLElement) event.target.focus()
      }}
      className="viewer grid animate-appear grid-rows-[minmax(0,1fr)_auto] overflow-hidden bg-black text-text focus:outline-none"
    >
      <Radix.Title className="sr-only">{alt || LOADING}</Radix.Title>
      <div className="relative min-h-0">
        <Media rating={panel.rating} zoom={zoom} alt={alt} onClose={onClose} />
        <Radix.Close
          aria-label="Close"
          className="absolute top-3 right-3 z-2 grid size-11 place-items-center rounded-full bg-black/70 text-white hover:bg-black"
        >
          <X aria-hidden className="size-6" />
        </Radix.Close>
        {onReport && (
          <button
            type="button"
            aria-label="Report"
            aria-disabled={!current}
            className="absolute top-3 right-16 z-2 grid size-11 place-items-center rounded-full bg-black/70 text-white hover:bg-black"
            onClick={onReport}
          >
            <Flag aria-hidden className="size-5" />
          </button>
        )}
        <ZoomButtons {...zoom} isOff={!current} />
      </div>
      <div className="viewer-panel">
        <VotePanel {...panel} place="viewer" />
      </div>
    </DialogFrame>
  )
}

type MediaProps = { rating: Rating; zoom: ZoomControl; alt: string; onClose: () => void }

function Media({ rating: { current, leaving }, zoom, alt, onClose }: MediaProps) {
  const { pull, isHeld, wasGesture, handlers } = useViewerGestures(zoom, onClose)
  const onTap = useViewerTaps(zoom, { wasGesture, onClose })
  useZoomByWheel(zoom)
  const layers = leaving.filter(({ item }) => item.id !== current?.id).map((gone) => ({ ...gone, isCurrent: false }))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: Escape does the same
    <div
      ref={zoom.frame}
      className={clsx('absolute inset-0 touch-none overflow-hidden select-none', zoom.zoom.scale > 1 && 'cursor-grab')}
      onClick={onTap}
      {...handlers}
    >
      {!current && <Spinner label={LOADING} className="absolute inset-0 m-auto size-7" />}
      {[...layers, ...(current ? [{ item: current, exit: undefined, isCurrent: true }] : [])].map(
        ({ item, exit, isCurrent }) => (
          <ViewerLayer
            key={item.id}
            ref={isCurrent ? zoom.picture : undefined}
            item={item}
            exit={exit}
            alt={isCurrent ? alt : ''}
            zoom={zoom.zoomOf(item.id)}
            pull={isCurrent ? pull : 0}
            isHeld={isHeld}
          />
        ),
      )}
    </div>
  )
}
