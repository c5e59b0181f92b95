import { Undo2 } from 'lucide-react'

type Props = { onUndo: (() => void) | undefined; className: string }

/** Takes the last vote back; keeps its room after the time for that is over. */
export function UndoButton({ onUndo, className }: Props) {
  const look = `flex items-center rounded-control gap-1.5 font-semibold whitespace-nowrap text-text ${className}`
  if (!onUndo)
    return (
      <span aria-hidden className={`${look} invisible`}>
        <Label />
      </span>
    )
  return (
    // A double click takes back one vote, not the one before, too.
    <button type="button" onClick={({ detail }) => detail < 2 && onUndo()} className={look}>
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
