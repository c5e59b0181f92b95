import { stagePicture } from '@hotvote/shared/stage-picture'
import type { RatingItem } from '@hotvote/shared/visitor/rating'
import { clsx } from 'clsx'
import { Flag, Flame, Image, Keyboard, Maximize2, Snowflake, Video } from 'lucide-react'
import {
  type DragEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { ShareOnPicture } from '../../ui/forms/share-button.tsx'
import { useAttempts } from '../../ui/media/attempts.ts'
import { isFirstItem } from './first-item.ts'
import { useSwipe } from './input.ts'
import { mediaKind, mediaName } from './item.ts'
import type { Exit } from './rating-state.ts'
import type { StageVideoProps } from './stage-video.tsx'
import { isBusy, type Rating } from './use-rating.ts'

/** Loaded lazily, after the first photo. */
const PlaceholderImage = lazyComponent(
  async () => (await import('../../ui/media/placeholder-image.tsx')).PlaceholderImage,
)
const SwipeHint = lazyComponent(async () => (await import('./swipe-hint.tsx')).SwipeHint)
export const StageVideo = lazyComponent(async () => (await import('./stage-video.tsx')).StageVideo)

/** Scale up to which zoom is ignored, because browsers keep a slight zoom after zooming out. */
const SLIGHT_ZOOM = 1.05

const isZoomedNow = () => (visualViewport?.scale ?? 1) > SLIGHT_ZOOM

const subscribe = (listener: () => void) => {
  visualViewport?.addEventListener('resize', listener)
  return () => visualViewport?.removeEventListener('resize', listener)
}

/** True if the page is zoomed in, so that one finger pans instead of swiping. */
const useIsPageZoomed = () => useSyncExternalStore(subscribe, isZoomedNow, () => false)

type Props = {
  rating: Rating
  onVote: ((isHot: boolean) => boolean) | undefined
  alt: string
  isCovered: boolean
  onOpen: () => void
  /** Called on hover or focus, to prefetch the viewer. */
  onIntent: () => void
  onKeys: () => void
  onReport: (() => void) | undefined
  onFail: (id: number) => void
  /** Overlay at the foot of the picture. */
  children: ReactNode
}

/** Lists the layers in a stable DOM order, because moving a video stops its playback. */
function listLayers({ leaving, items, isHeld }: Rating): { item: RatingItem; place: LayerPlace }[] {
  const places: LayerPlace[] = [isHeld ? 'held' : 'current', 'next']
  return [
    ...leaving
      .filter(({ item }) => items.every(({ id }) => id !== item.id))
      .map(({ item, exit }) => ({ item, place: exit })),
    ...items
      .map((item, n) => ({ item, place: places[n] ?? 'upcoming' }))
      // Load a video early only if it is next, because videos are large.
      .filter(({ item, place }) => place !== 'upcoming' || mediaKind(item.mimeType) === 'image'),
  ]
}

/** Prevents dragging selected text, which would cancel the swipe. */
const preventDrag = (event: DragEvent) => event.preventDefault()

const tool = 'grid size-11 place-items-center rounded-control bg-black/65 text-white hover:bg-black/80'

/** Stage that shows the current item (`visitor.md §2`). */
export function Stage({ rating, onVote, alt, isCovered, onOpen, onIntent, onKeys, onReport, onFail, children }: Props) {
  const currentLayer = useRef<HTMLDivElement>(null)
  const isZoomed = useIsPageZoomed()
  const swipe = useSwipe(isZoomed ? undefined : onVote, () => currentLayer.current)
  const [current] = rating.items
  const id = current?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a swiped item may return before its layer is removed
  useEffect(() => {
    currentLayer.current?.style.removeProperty('--drag')
    currentLayer.current?.style.removeProperty('--pull')
  }, [id, rating.isHeld])
  return (
    <section
      aria-label="Photo to rate"
      aria-busy={isBusy(rating)}
      data-empty={!current || undefined}
      data-page-zoomed={isZoomed || undefined}
      className="stage"
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onDragStart={preventDrag}
      {...swipe}
    >
      <button type="button" aria-disabled={!current} className="stage-open" onClick={onOpen}>
        <span className="sr-only">Open full screen</span>
      </button>
      {!current && <Spinner label="Loading the next photo…" className="absolute inset-0 m-auto size-7" />}
      {listLayers(rating).map(({ item, place }) => (
        <StageLayer
          key={item.id}
          ref={item === current ? currentLayer : undefined}
          item={item}
          place={place}
          alt={alt}
          isCovered={isCovered}
          onSeen={() => rating.see(item.id)}
          onFail={() => onFail(item.id)}
          onGone={() => rating.gone(item.id)}
        />
      ))}
      {current && <Tools item={current} onKeys={onKeys} onReport={onReport} />}
      {children}
      {rating.sight === 'settled' && !rating.isHeld && onVote && <SwipeHint />}
    </section>
  )
}

type ToolsProps = { item: RatingItem } & Pick<Props, 'onKeys' | 'onReport'>

function Tools({ item, onKeys, onReport }: ToolsProps) {
  const KindIcon = mediaKind(item.mimeType) === 'video' ? Video : Image
  return (
    <>
      <p className="pointer-events-none absolute top-4 left-4 z-3 flex items-center gap-1.5 rounded-full bg-black/65 px-3 py-1.5 text-[13px] font-semibold text-white max-[374px]:group-has-data-save-hint/shell:invisible">
        <KindIcon aria-hidden className="size-3.5" />
        {mediaName(item.mimeType)}
      </p>
      {/* These buttons move down on phones, because the save hint covers this corner. */}
      <div className="pointer-events-none absolute top-4 right-4 z-3 flex gap-2 transition-transform max-md:group-has-data-save-hint/shell:translate-y-16 beside:group-has-data-save-hint/shell:translate-y-0">
        {onReport && (
          <button
            type="button"
            aria-label="Report"
            data-tooltip="Report"
            className={`${tool} pointer-events-auto`}
            onClick={onReport}
          >
            <Flag aria-hidden className="size-5" />
          </button>
        )}
        <ShareOnPicture
          id={item.id}
          label={`Share this ${mediaName(item.mimeType).toLowerCase()}`}
          className={`${tool} pointer-events-auto`}
        />
        <button
          type="button"
          aria-label="Keyboard shortcuts"
          data-tooltip="Keyboard shortcuts"
          className={`${tool} pointer-events-auto hidden pointer-fine:md:grid`}
          onClick={onKeys}
        >
          <Keyboard aria-hidden className="size-5" />
        </button>
        <span aria-hidden className={`${tool} hidden md:grid`}>
          <Maximize2 className="size-5" />
        </span>
      </div>
    </>
  )
}

/** A `held` item stays on the stage after the vote. */
type LayerPlace = 'upcoming' | 'next' | 'current' | 'held' | Exit
type LayerProps = {
  item: RatingItem
  place: LayerPlace
  alt: string
  isCovered: boolean
  onSeen: () => void
  onFail: () => void
  onGone: () => void
  ref: Ref<HTMLDivElement> | undefined
}

const depths: Record<LayerPlace, string> = {
  upcoming: 'opacity-0',
  next: 'layer-next',
  current: 'z-1',
  held: 'z-1',
  hot: 'z-2 leaves-hot',
  not: 'z-2 leaves-not',
  skip: 'z-2 leaves-skip',
}

function StageLayer({ item, place, alt, isCovered, onSeen, onFail, onGone, ref }: LayerProps) {
  const [isLoaded, setLoaded] = useState(false)
  const { attempt, fail } = useAttempts(onFail)
  const isOnStage = place === 'current' || place === 'held'
  const kind = mediaKind(item.mimeType)
  const parts = { item, alt: isOnStage ? alt : '', isOnStage, onLoaded: () => setLoaded(true), onFail: fail }
  const isSeen = place === 'current' && isLoaded
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per sight, before the paint
  useLayoutEffect(() => {
    if (isSeen) onSeen()
  }, [isSeen])
  return (
    <div
      ref={ref}
      inert={!isOnStage}
      data-backdrop={item.backdrop}
      className={clsx('layer pointer-events-none absolute inset-0 overflow-hidden', depths[place])}
      onAnimationEnd={(event) => event.target === event.currentTarget && onGone()}
    >
      <PartBoundary failure={() => null}>
        {item.placeholder && <PlaceholderImage thumbhash={item.placeholder} className="backdrop" />}
      </PartBoundary>
      {kind === 'video' && (
        <PartBoundary key={attempt} failure={() => <NotLoaded onFail={fail} />}>
          <StageVideo {...parts} isCovered={isCovered} />
        </PartBoundary>
      )}
      {(kind === 'image' || (kind === 'unknown' && isOnStage)) && (
        <StageImage key={attempt} {...parts} isLoaded={isLoaded} />
      )}
      <span className="tint tint-hot">
        <Flame aria-hidden className="size-20" />
      </span>
      <span className="tint tint-not">
        <Snowflake aria-hidden className="size-20" />
      </span>
    </div>
  )
}

function NotLoaded({ onFail }: Pick<StageVideoProps, 'onFail'>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(onFail, [])
  return null
}

type ImageProps = Omit<StageVideoProps, 'isCovered'> & { isLoaded: boolean }

/** Decodes the image before it is on the stage, so the next item appears without a delay. */
function StageImage({ item, alt, isOnStage, isLoaded, onLoaded, onFail }: ImageProps) {
  return (
    <img
      {...stagePicture(item)}
      alt={alt}
      width={item.width || undefined}
      height={item.height || undefined}
      draggable={false}
      decoding="sync"
      fetchPriority={isOnStage ? 'high' : 'low'}
      onLoad={(event) => {
        event.currentTarget.decode().then(onLoaded, onLoaded)
      }}
      onError={onFail}
      className={clsx(
        'absolute inset-0 size-full object-contain transition-opacity',
        !isLoaded && !isFirstItem(item) && 'opacity-0',
      )}
    />
  )
}
