import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'
import { Age, Due } from '../../../ui/data/badge.tsx'
import { SelectionCheckbox } from '../../../ui/data/table-selection.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Letter } from '../../../ui/forms/letter.tsx'
import type { Decision } from './decision.ts'
import { decisionsOn } from './decisions.ts'
import { describeEntry } from './entry-content.tsx'
import type { Decisions } from './use-decisions.ts'

/** `extend` selects the range from the entry that was ticked last. */
export type Tick = { isTicked: boolean; toggle: (extend: boolean) => void }

type Props = {
  entry: QueueEntry
  isCurrent: boolean
  decisions: Decisions
  /** Undefined if the entry cannot be part of a bulk decision. */
  tick: Tick | undefined
  /** True if the decision buttons are disabled. */
  isOff: boolean
  onFocus: () => void
}

export function EntryCard({ entry, isCurrent, decisions, tick, isOff, onFocus }: Props) {
  const { name, title, badges, picture, facts } = describeEntry(entry)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') event.currentTarget.querySelector<HTMLElement>('[data-viewer]')?.click()
    else if (event.key === ' ' && tick && !event.repeat) tick.toggle(event.shiftKey)
    else return
    event.preventDefault()
  }
  return (
    <li
      aria-label={name}
      aria-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      className={clsx(
        'grid scroll-my-20 gap-4 rounded-card border bg-panel p-3 outline-offset-2 md:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] md:p-4',
        isCurrent ? 'border-focus ring-1 ring-focus' : 'border-line',
      )}
    >
      <div className="min-w-0">{picture}</div>
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5">
          {tick && (
            <span className="-my-2 -ml-3">
              <SelectionCheckbox
                label={`Select ${name}`}
                checked={tick.isTicked}
                onChange={({ nativeEvent }) => tick.toggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
              />
            </span>
          )}
          {badges}
          <span className="ml-auto text-sm text-mute">
            <Due dueAt={entry.dueAt} />
            {entry.dueAt !== null && <Age openedAt={entry.openedAt} />}
          </span>
        </div>
        <h2 className="text-base tracking-normal [overflow-wrap:anywhere]">{title}</h2>
        {facts}
      </div>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap md:col-span-2">
        {decisionsOn(entry).map((decision) => (
          <DecisionButton
            key={decision.letter}
            {...{ decision, isCurrent }}
            isBusy={decisions.isBusy}
            disabled={isOff}
            onClick={() => decisions.take([entry], decision)}
          />
        ))}
      </div>
    </li>
  )
}

const LOOKS = {
  primary: { variant: 'secondary', className: 'border-ok-ink! text-ok-ink!' },
  danger: { variant: 'danger', className: '[&_kbd]:border-current [&_kbd]:text-current' },
  warning: { variant: 'secondary', className: 'border-danger-ink! text-danger-ink!' },
} as const

type ButtonProps = { decision: Decision; isCurrent: boolean; isBusy: boolean; disabled: boolean; onClick: () => void }

function DecisionButton({ decision: { letter, label, icon: Icon, look }, isCurrent, ...rest }: ButtonProps) {
  return (
    <Button data-letter={letter} aria-keyshortcuts={letter.toUpperCase()} {...(look && LOOKS[look])} {...rest}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {label}
      <Letter isOff={!isCurrent}>{letter}</Letter>
    </Button>
  )
}
