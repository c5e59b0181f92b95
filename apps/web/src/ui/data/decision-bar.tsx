import { Undo2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import { LetterKeysCheckbox } from '../forms/checkbox.tsx'
import { Letter } from '../forms/letter.tsx'

type Props = {
  /** Result of the last decision. */
  text: string | undefined
  undo: (() => void) | undefined
  isBusy?: boolean
  /** Meanings of the keys by letter. */
  letters: Record<string, string>
  /** Controls at the end of the bar. */
  actions?: ReactNode
  children: ReactNode
}

/** Sticky bar above a list of decisions, with the last decision, its undo and the letter keys. */
export const DecisionBar = ({ text, undo, isBusy, letters, actions, children }: Props) => (
  <div className="sticky top-0 z-10 -mx-1 flex flex-wrap items-center gap-x-4 gap-y-1 bg-bg px-1 py-1 low:static max-lg:top-14 md:flex-nowrap">
    {children}
    <div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 md:flex-nowrap">
      <p role="status" aria-label="Last decision" title={text} className="min-w-0 wrap-anywhere md:line-clamp-2">
        {text}
      </p>
      {undo && (
        <Button size="small" isBusy={isBusy} aria-keyshortcuts="Z" onClick={undo}>
          <Undo2 aria-hidden className="size-4" />
          Undo
          <Letter>z</Letter>
        </Button>
      )}
    </div>
    {actions}
    <div className="ml-auto hidden items-center gap-5 text-sm text-mute pointer-fine:md:flex">
      <span className="flex items-center gap-1.5">
        {Object.entries(letters).map(([letter, meaning]) => (
          <Fragment key={letter}>
            <Letter>{letter}</Letter> {meaning}
          </Fragment>
        ))}
      </span>
      <LetterKeysCheckbox />
    </div>
  </div>
)
