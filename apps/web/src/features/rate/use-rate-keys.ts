import { useEffect, useEffectEvent } from 'react'
import { areLettersOn } from './letter-keys.ts'

type Acts = { vote: ((isHot: boolean) => void) | undefined; skip: () => void; open: () => void; help: () => void }

/** Keys that these already use stay theirs. */
const ARROWS = 'input, textarea, select, video, [contenteditable], [role="slider"], [role="dialog"], [role="menu"]'
const PRESSES = `${ARROWS}, button, a, summary, [role="button"]`

const letters: Record<string, keyof typeof acting> = { n: 'not', h: 'hot', s: 'skip', '?': 'help' }
const others: Record<string, keyof typeof acting> = {
  ArrowLeft: 'not',
  ArrowRight: 'hot',
  ' ': 'skip',
  Enter: 'open',
}
const acting = {
  hot: (acts: Acts) => acts.vote?.(true),
  not: (acts: Acts) => acts.vote?.(false),
  skip: (acts: Acts) => acts.skip(),
  open: (acts: Acts) => acts.open(),
  help: (acts: Acts) => acts.help(),
}

/** ← or N, → or H, S or space, Enter and ?, wherever the focus is on the screen. */
export function useRateKeys(isOn: boolean, acts: Acts) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (!isOn || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const owner = key === ' ' || key === 'Enter' ? PRESSES : ARROWS
    if (target instanceof Element && target.closest(owner)) return
    const act = others[key] ?? (areLettersOn() ? letters[key.toLowerCase()] : undefined)
    if (!act) return
    event.preventDefault()
    acting[act](acts)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
