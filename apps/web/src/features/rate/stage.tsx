import type { RatingItem } from '@hotvote/shared/rating'
import { Flag, Image, Keyboard, Maximize2, Video } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { ShareOnPicture } from '../../ui/forms/share-button.tsx'
import { useSwipe } from './input.ts'
import { mediaKind, mediaName } from './item.ts'
import { type LayerPlace, StageLayer } from './stage-layer.tsx'
import { isBusy, type Rating } from './use-rating.ts'

/** Browsers leave a little zoom after the visitor zooms back. */
const AS_LAID_OUT = 1.05

const isZoomedNow = () => (visualViewport?.scale ?? 1) > AS_LAID_OUT

const subscribe = (listener: () => void) => {
  visualViewport?.addEventListener('resize', listener)
  return () => visualViewport?.removeEventListener('resize', listener)
}

/** In a zoomed page one finger pans, so it does not swipe. */
const useIsPageZoomed = () => useSyncExternalStore(subscribe, isZoomedNow, () => false)

type Props = {
  rating: Rating
  /** Undefined while nothing may be voted on. */
  onVote: ((isHot: boolean) => boolean) | undefined
  alt: string
  /** The viewer is open above the stage. */
  isCovered: boolean
  onOpen: () => void
  /** Somebody points at the stage or reaches it by key: it may be opened next. */
  onIntent: () => void
  onKeys: () => void
  /** Undefined for one's own. */
  onReport: (() => void) | undefined
  onFail: (id: number) => void
}

/** Bottom to top would reorder videos in the page, which stops them: the order is that of arrival. */
function listLayers({ leaving, items, isHeld }: Rating): { item: RatingItem; place: LayerPlace }[] {
  const places: LayerPlace[] = [isHeld ? 'held' : 'current', 'next']
  return [
    ...leaving
      .filter(({ item }) => items.every(({ id }) => id !== item.id))
      .map(({ item, exit }) => ({ item, place: exit })),
    ...items
      .map((item, n) => ({ item, place: places[n] ?? 'upcoming' }))
      // A large film is fetched only if it is the next one.
      .filter(({ item, place }) => place !== 'upcoming' || mediaKind(item.mimeType) === 'image'),
  ]
}

/** With selected text, the browser would start a drag and cancel the swipe. */
const preventDrag = (event: DragEvent) => event.preventDefault()

const tool = 'grid size-11 place-items-center rounded-control bg-black/65 text-white hover:bg-black/80'

/** The picture is the page: its size is that of `visitor.md §2`. */
export function Stage({ rating, onVote, alt, isCovered, onOpen, onIntent, onKeys, onReport, onFail }: Props) {
  const currentLayer = useRef<HTMLDivElement>(null)
  const isZoomed = useIsPageZoomed()
  const swipe = useSwipe(isZoomed ? undefined : onVote, () => currentLayer.current)
  const [current] = rating.items
  const id = current?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a swiped item may come back before its layer was gone, or stay
  useEffect(() => {
    currentLayer.current?.style.removeProperty('--drag')
    currentLayer.current?.style.removeProperty('--pull')
  }, [id, rating.isHeld])
  return (
    <section
      aria-label="Stage"
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
    </section>
  )
}

type ToolsProps = { item: RatingItem } & Pick<Props, 'onKeys' | 'onReport'>

/** Which kind it is, and what may be done beside voting. */
function Tools({ item, onKeys, onReport }: ToolsProps) {
  const KindIcon = mediaKind(item.mimeType) === 'video' ? Video : Image
  return (
    <>
      <p className="pointer-events-none absolute top-4 left-4 z-3 flex items-center gap-1.5 rounded-full bg-black/65 px-3 py-1.5 text-[13px] font-semibold text-white">
        <KindIcon aria-hidden className="size-3.5" />
        {mediaName(item.mimeType)}
      </p>
      {/* On phones the hint to save the account comes where they are. */}
      <div className="pointer-events-none absolute top-4 right-4 z-3 flex gap-2 max-md:group-has-data-save-hint/shell:top-20">
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
