import type { MediaFacts } from '@hotvote/shared/media-facts'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { isVideo, mediaLabel } from '../../lib/browser/format.ts'
import { areLettersOn } from '../../lib/browser/preferences.ts'
import { useScreenKeys } from '../../lib/browser/screen-keys.ts'
import { PrivateThumbnail } from '../media/private-picture.tsx'
import { PictureBadge, Thumbnail } from '../media/thumbnail.tsx'

type Picture = MediaFacts & { originalName: string; size: number }

type Props<Item extends Picture> = {
  /** Label for screen readers. */
  label: string
  items: Item[]
  selected: ReadonlySet<number>
  onSelect: (ids: ReadonlySet<number>) => void
  /** Index of the item that keys act on. */
  current: number
  onCurrent: (index: number) => void
  /** Called on Enter and double click. */
  onOpen: (item: Item) => void
  letters?: Letters
  /** Shows the facts below each picture, instead of over the picture on hover and focus. */
  isCaptioned?: boolean
  tile: (item: Item) => Tile
}

/** Handlers by letter key; `isShifted` is true while Shift is pressed. */
type Letters = Record<string, (isShifted: boolean) => void>

type Tile = {
  /** True if loading the item's files requires the operator's login. */
  isPrivate: boolean
  badge?: string | undefined
  /** Details, also read by screen readers. */
  facts: ReactNode
  /** Text that covers a decided item. */
  mark?: string | undefined
}

export const focusTile = (index: number) => document.querySelector<HTMLElement>(`[data-tile="${index}"]`)?.focus()

/** Grid of square pictures to select and decide on. Only the current picture is in the tab order. */
export function PictureGrid<Item extends Picture>(props: Props<Item>) {
  const { label, items, isCaptioned } = props
  const grid = useRef<HTMLDivElement>(null)
  const ranges = useRanges(props)
  useGridKeys(grid, props, ranges.move)
  return (
    <div
      ref={grid}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      aria-orientation="horizontal"
      className={clsx(
        'grid gap-1.5 select-none empty:hidden sm:grid-cols-5 md:gap-2 xl:grid-cols-8',
        isCaptioned ? 'grid-cols-2' : 'grid-cols-3',
      )}
    >
      {items.map((item, index) => (
        <Option key={item.id} {...props} {...{ item, index, ranges }} />
      ))}
    </div>
  )
}

type OptionProps<Item extends Picture> = Props<Item> & { item: Item; index: number; ranges: Ranges }

function Option<Item extends Picture>({ item, index, ranges, ...grid }: OptionProps<Item>) {
  const [isActive, setActive] = useState(false)
  const isSelected = grid.selected.has(item.id)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    if (event.repeat) return
    if (event.key === 'Enter') grid.onOpen(item)
    else ranges.click(index, event.shiftKey)
  }
  return (
    <div
      role="option"
      aria-selected={isSelected}
      tabIndex={index === grid.current ? 0 : -1}
      data-tile={index}
      data-whole
      onFocus={() => {
        grid.onCurrent(index)
        setActive(true)
      }}
      onBlur={() => setActive(false)}
      onPointerDown={(event) => ranges.press(index, event)}
      onMouseDown={(event) => {
        // Don't scroll on focus, which would move the picture away from the pointer.
        event.preventDefault()
        event.currentTarget.focus({ preventScroll: true })
      }}
      onPointerEnter={(event) => {
        setActive(true)
        ranges.drag(index, event)
      }}
      onPointerLeave={() => setActive(false)}
      onClick={(event) => ranges.click(index, event.shiftKey)}
      onDoubleClick={() => grid.onOpen(item)}
      onKeyDown={onKeyDown}
      className={clsx(
        'group relative scroll-my-24 overflow-hidden rounded-control bg-stage outline-offset-2 outline-focus focus:outline-2',
        isSelected && 'ring-3 ring-hot-ink',
      )}
    >
      <Contents item={item} {...grid.tile(item)} {...{ isActive, isSelected }} isCaptioned={grid.isCaptioned} />
    </div>
  )
}

type ContentsProps = Tile & {
  item: Picture
  isActive: boolean
  isSelected: boolean
  isCaptioned: boolean | undefined
}

function Contents({ item, isPrivate, isActive, isSelected, isCaptioned, badge, facts, mark }: ContentsProps) {
  const Shown = isPrivate ? PrivateThumbnail : Thumbnail
  return (
    <>
      {/* Ignore pointer events, because a tap is lost if its target disappears, like the play icon. */}
      <span className={clsx('pointer-events-none block transition-opacity', mark !== undefined && 'opacity-25')}>
        <Shown item={item} isPlaying={isActive && isVideo(item.mimeType)} />
      </span>
      {badge && <PictureBadge>{badge}</PictureBadge>}
      <span className="sr-only">
        {mediaLabel(item.mimeType)} {item.originalName}
      </span>
      {isSelected && (
        <span className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-hot text-white">
          <Check aria-hidden className="size-4" strokeWidth={3} />
        </span>
      )}
      <span
        className={clsx(
          'pointer-events-none flex flex-col px-2 py-1.5 text-xs leading-4',
          isCaptioned
            ? 'bg-panel text-mute'
            : 'absolute inset-x-0 bottom-0 bg-black/75 text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus:opacity-100',
        )}
      >
        {facts}
      </span>
      {mark !== undefined && (
        <span className="pointer-events-none absolute inset-0 m-auto size-fit rounded-full bg-black/75 px-2.5 py-1 text-center text-xs font-semibold text-white">
          {mark}
        </span>
      )}
    </>
  )
}

/** Selects ranges. A range starts at the last tile reached without Shift and extends the earlier selection. */
function useRanges<Item extends Picture>({ items, current, selected, onSelect }: Props<Item>) {
  const start = useRef({ index: current, before: selected })
  const begin = (index: number, before = selected) => {
    start.current = { index, before }
  }
  const extendTo = (index: number) => {
    const { index: from, before } = start.current
    const range = items.slice(Math.min(from, index), Math.max(from, index) + 1)
    onSelect(new Set([...before, ...range.map(({ id }) => id)]))
  }
  return {
    press: (index: number, { pointerType, button, shiftKey }: PointerEvent) => {
      if (pointerType === 'mouse' && button === 0 && !shiftKey) begin(index)
    },
    /** Extends the range while dragging. Ignores touch, because dragging a finger scrolls. */
    drag: (index: number, { pointerType, buttons }: PointerEvent) => {
      if (pointerType === 'mouse' && buttons === 1) extendTo(index)
    },
    click: (index: number, isShifted: boolean) => {
      const item = items[index]
      if (!item) return
      if (isShifted) return extendTo(index)
      const next = new Set(selected)
      if (!next.delete(item.id)) next.add(item.id)
      onSelect(next)
      begin(index, next)
    },
    move: (index: number, isShifted: boolean) => {
      if (isShifted) extendTo(index)
      else begin(index)
      focusTile(index)
    },
  }
}

type Ranges = ReturnType<typeof useRanges>

const CONTROLS = 'a, button, input, summary, video'

const STEPS: Record<string, (index: number, columns: number, last: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index, columns) => index + columns,
  ArrowUp: (index, columns) => index - columns,
  Home: () => 0,
  End: (_index, _columns, last) => last,
}

/** Handles arrow keys and letters, which also work while no control has focus. */
function useGridKeys<Item extends Picture>(
  grid: RefObject<HTMLElement | null>,
  { items, current, letters = {} }: Props<Item>,
  move: (index: number, isShifted: boolean) => void,
) {
  useScreenKeys((event, target) => {
    const { key, shiftKey, repeat } = event
    const letter = letters[key.toLowerCase()]
    const step = STEPS[key]
    if (letter && areLettersOn()) {
      // Holding down a key must not decide on several items.
      if (!repeat) letter(shiftKey)
    } else if (step && !target.closest(CONTROLS)) {
      const columns = grid.current ? getComputedStyle(grid.current).gridTemplateColumns.split(' ').length : 1
      const index = step(current, columns, items.length - 1)
      if (index >= 0 && index < items.length) move(index, shiftKey)
      event.preventDefault()
    }
  })
}
