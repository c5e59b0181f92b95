import { useEffectEvent, useLayoutEffect } from 'react'
import { areLettersOn } from '../../lib/browser/letter-keys.ts'

type Actions = {
  vote: ((isHot: boolean) => boolean) | undefined
  undo: (() => void) | undefined
  skip: () => void
  open: () => void
  /** Undefined for one's own. */
  report: (() => void) | undefined
  help: () => void
}
type Act = keyof typeof handlers

/** Keys that these already use stay theirs. The viewer is a dialog in which one rates. */
const ARROWS =
  'input, textarea, select, video, [contenteditable], [role="slider"], [role="dialog"]:not(.viewer), [role="menu"]'
const PRESSES = `${ARROWS}, button, a, summary, [role="button"]`

const letters: Record<string, Act> = { n: 'not', h: 'hot', z: 'undo', s: 'skip', r: 'report', '?': 'help' }
const others: Record<string, Act> = {
  ArrowLeft: 'not',
  ArrowRight: 'hot',
  ' ': 'skip',
  Enter: 'open',
}
const handlers = {
  hot: (acts: Actions) => void acts.vote?.(true),
  not: (acts: Actions) => void acts.vote?.(false),
  undo: (acts: Actions) => acts.undo?.(),
  skip: (acts: Actions) => acts.skip(),
  open: (acts: Actions) => acts.open(),
  report: (acts: Actions) => acts.report?.(),
  help: (acts: Actions) => acts.help(),
}

/**
 * A button that is pressed by mouse or finger does not take the keyboard, nor does another keep it: space and Enter go on
 * doing what their list says.
 */
function keepFocusOffButtons(event: MouseEvent) {
  if (!(event.target instanceof Element) || !event.target.closest('.rate-layout button, .viewer button')) return
  event.preventDefault()
  const viewer = event.target.closest<HTMLElement>('.viewer')
  if (viewer) viewer.focus()
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** ← or N, → or H, Z, S or space, Enter, R and ?, wherever the focus is on the screen; where there is no stage, Z alone. */
export function useRateKeys(on: 'all' | 'undo' | 'none', acts: Actions) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (on === 'none' || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey)
      return
    const owner = key === ' ' || key === 'Enter' ? PRESSES : ARROWS
    if (target instanceof Element && target.closest(owner)) return
    const act = others[key] ?? (areLettersOn() ? letters[key.toLowerCase()] : undefined)
    if (!act || (act === 'undo' ? !acts.undo : on === 'undo')) return
    event.preventDefault()
    handlers[act](acts)
  })
  // Before it is painted: a key may follow what one sees at once.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', listener)
    addEventListener('mousedown', keepFocusOffButtons)
    return () => {
      removeEventListener('keydown', listener)
      removeEventListener('mousedown', keepFocusOffButtons)
    }
  }, [])
}
