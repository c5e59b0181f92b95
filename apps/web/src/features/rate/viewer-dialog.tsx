import { stagePicture } from '@hotvote/shared/stage-picture'
import type { RatingItem } from '@hotvote/shared/visitor/rating'
import * as Radix from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import { Flag, X } from 'lucide-react'
import { type Ref, useState } from 'react'
import { savesData } from '../../lib/browser/device.ts'
import { chooseSound, useSoundChoice } from '../../lib/browser/preferences.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { VideoPlayer } from '../../ui/media/video-player.tsx'
import { DialogFrame } from '../../ui/overlays/dialog.tsx'
import { aspectRatio, mediaKind } from './item.ts'
import type { Exit } from './rating-state.ts'
import { StageFoot } from './stage-foot.tsx'
import { isBusy, type Rating } from './use-rating.ts'
import {
  useViewerGestures,
  useViewerTaps,
  useZoom,
  useZoomByWheel,
  type Zoom,
  ZoomButtons,
  type ZoomControl,
  zoomByKey,
} from './viewer-zoom.tsx'
import { VotePanel, type VotePanelProps } from './vote-panel.tsx'

type Props = VotePanelProps & { alt: string; onReport: (() => void) | undefined; onClose: () => void }
const NOTICE_ID = 'voting-is-off-in-viewer'
const LOADING = 'Loading the next photo…'

/** Full-screen viewer (`visitor.md §2`). */
export function ViewerDialog({ alt, onReport, onClose, ...panel }: Props) {
  const [current = null] = panel.rating.items
  const zoom = useZoom(current)
  return (
    <DialogFrame
      aria-describedby={undefined}
      aria-busy={isBusy(panel.rating)}
      onClose={onClose}
      backdrop="bg-black"
      onKeyDown={(event) => zoomByKey(event, zoom)}
      onOpenAutoFocus={(event) => {
        // Focus the dialog, because focusing a video's own controls would disable the vote keys.
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
        <StageFoot {...panel} noticeId={NOTICE_ID} />
      </div>
      <div className="viewer-panel">
        <VotePanel {...panel} place="viewer" noticeId={NOTICE_ID} />
      </div>
    </DialogFrame>
  )
}

type MediaProps = { rating: Rating; zoom: ZoomControl; alt: string; onClose: () => void }

function Media({ rating: { items, leaving }, zoom, alt, onClose }: MediaProps) {
  const [current] = items
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
            zoom={zoom.findZoom(item.id)}
            pull={isCurrent ? pull : 0}
            isHeld={isHeld}
          />
        ),
      )}
    </div>
  )
}

type LayerProps = {
  item: RatingItem
  /** Animation with which the item leaves; undefined while the item is current. */
  exit: Exit | undefined
  alt: string
  zoom: Zoom
  /** Pixels. */
  pull: number
  /** True while the picture follows the finger, without a transition. */
  isHeld: boolean
  ref: Ref<HTMLDivElement> | undefined
}

function ViewerLayer({ item, exit, alt, zoom: { scale, x, y }, pull, isHeld, ref }: LayerProps) {
  const ratio = aspectRatio(item)
  const shrunk = scale * Math.max(0.8, 1 - pull / 2000)
  return (
    <div
      inert={exit !== undefined}
      className={clsx(
        '@container-size absolute inset-0 grid place-items-center p-2 md:p-6',
        exit && `pointer-events-none z-1 leaves-${exit}`,
      )}
    >
      <div
        ref={ref}
        data-picture
        data-backdrop={item.backdrop}
        style={{
          aspectRatio: ratio,
          width: `min(100cqw, ${ratio * 100}cqh)`,
          transform: `translate(${x}px, ${y + pull}px) scale(${shrunk})`,
        }}
        className={clsx('relative bg-black', !isHeld && 'transition-transform')}
      >
        {mediaKind(item.mimeType) === 'video' ? (
          <Film item={item} alt={alt} isZoomed={scale > 1} />
        ) : (
          <Picture item={item} alt={alt} isZoomed={scale > 1} />
        )}
      </div>
    </div>
  )
}

const whole = 'absolute inset-0 size-full'

/** Shows the stage's file until the original has loaded. If data saving is on, only zooming loads the original. */
function Picture({ item, alt, isZoomed }: Pick<LayerProps, 'item' | 'alt'> & { isZoomed: boolean }) {
  const [isWhole, setWhole] = useState(false)
  const show = () => setWhole(true)
  return (
    <>
      <img
        {...stagePicture(item)}
        alt={alt}
        decoding="sync"
        draggable={false}
        className={clsx(whole, isWhole && 'opacity-0')}
      />
      {item.url !== item.displayUrl && (isWhole || isZoomed || !savesData()) && (
        <img
          src={item.url}
          alt=""
          draggable={false}
          onLoad={(event) => event.currentTarget.decode().then(show, show)}
          className={clsx(whole, !isWhole && 'opacity-0')}
        />
      )}
    </>
  )
}

/** Hides the native controls while zoomed in, because they would be off screen. */
function Film({ item, alt, isZoomed }: Pick<LayerProps, 'item' | 'alt'> & { isZoomed: boolean }) {
  const isMuted = useSoundChoice() === false
  return (
    <VideoPlayer
      src={item.url}
      aria-label={alt}
      autoPlay
      muted={isMuted}
      onMuted={(muted) => muted !== isMuted && chooseSound(!muted)}
      hasControls={!isZoomed}
      className={clsx(
        whole,
        'bg-black',
        item.hasSound === false && '[&::-webkit-media-controls-volume-control-container]:hidden',
      )}
    />
  )
}
