import { Undo2 } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { isSecondPress } from '../../lib/browser/double-press.ts'
import { afterwards, useFocusHandover } from '../../lib/browser/focus.ts'
import { restingPlace } from './resting-place.ts'

type Props = { onUndo: (() => void) | undefined; className: string }

/** Takes the last vote back. Its room stays once that may not be done any more. */
export function UndoButton({ onUndo, className }: Props) {
  const look = `flex items-center rounded-control gap-1.5 font-semibold whitespace-nowrap text-text ${className}`
  if (onUndo) return <Enabled onUndo={onUndo} look={look} />
  return (
    <span aria-hidden className={`${look} invisible`}>
      <Label />
    </span>
  )
}

function Enabled({ onUndo, look }: { onUndo: () => void; look: string }) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusHandover(button, afterwards(restingPlace))
  // The chip of the vote before takes its place: a double press takes back one vote.
  const undo = ({ nativeEvent }: MouseEvent) => !isSecondPress(nativeEvent) && onUndo()
  return (
    <button ref={button} type="button" onClick={undo} className={look}>
      <Label />
    </button>
  )
}

const Label = () => (
  <>
    <Undo2 aria-hidden className="size-4 max-[259px]:hidden md:max-lg:hidden" />
    <span>
      <span className="underline underline-offset-4">Undo</span>
      <span className="sr-only"> your vote</span>
    </span>
    <kbd
      aria-hidden
      className="hidden rounded-md border border-edge px-1.5 font-sans text-xs leading-5 pointer-fine:lg:inline"
    >
      Z
    </kbd>
  </>
)
