import { count as formatCount } from '@hotvote/shared/counted'
import type { OperationOf, OperationResults } from '@hotvote/shared/operator/operation-results'
import type { Operation, OperationKind } from '@hotvote/shared/operator/operations'
import { type ReactNode, useId } from 'react'
import { describeReason } from '../../lib/api/call-error.ts'
import { dateTime } from '../../lib/browser/format.ts'
import { type OperationWork, useRate } from '../../lib/operator/operations.ts'
import { PartHeading } from '../data/admin-page.tsx'
import { Card } from '../data/card.tsx'
import { Button, TryAgain } from '../forms/button.tsx'
import { Progress } from './progress.tsx'

type OutcomeProps<Kind extends OperationKind> = {
  operation: OperationOf<Kind>
  /** Stands before what went wrong. */
  failed: string
  result: (result: OperationResults[Kind], operation: OperationOf<Kind>) => ReactNode
}

type WorkKeys = 'operation' | 'failed' | 'isUnderWay' | 'isPending' | 'loadError' | 'reload' | 'start'

type Props<Kind extends OperationKind> = Pick<OutcomeProps<Kind>, 'result'> & {
  title: string
  purpose: string | string[]
  /** A section of a larger card, and not a card. */
  isSection?: boolean
  /** Without `stop` it has to run to its end. */
  work: Pick<OperationWork<Kind>, WorkKeys> & { stop?: OperationWork<Kind>['stop'] | undefined }
  /** What the button says that starts it, and while it is under way. */
  start?: { text: string; busy: string }
  /** In the place of that button. */
  action?: ReactNode
  /** Stands before what went wrong, where that is not what a start says that failed. */
  failed?: string
  /** What is counted, and its name for those who hear the page; without it `children` say that it is under way. */
  progress?: { unit: string; label: string }
  /** The newest work of the kind, unless another one is shown, or none. */
  operation?: OperationOf<Kind> | null
  /** What is asked before it starts. */
  children?: ReactNode
}

/** Long work of the operator: what it is for, its start, how far it is, its stop, and what came of it. */
export function OperationCard<Kind extends OperationKind>(props: Props<Kind>) {
  const { isSection, work, progress, operation = work.operation, children } = props
  const id = useId()
  const content = (
    <>
      <Head id={id} {...props} />
      {work.loadError && (
        <p role="alert">
          <strong>Whether it is under way could not be loaded.</strong> {describeReason(work.loadError)}
        </p>
      )}
      {children}
      {operation && work.isUnderWay && progress && (
        <OperationProgress operation={operation} {...progress} onStop={work.stop} />
      )}
      {operation && !work.isUnderWay && (
        <Outcome operation={operation} failed={props.failed ?? work.failed} result={props.result} />
      )}
    </>
  )
  if (!isSection) return <Card className="flex flex-col gap-4">{content}</Card>
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 p-5 sm:p-6">
      {content}
    </section>
  )
}

type HeadProps<Kind extends OperationKind> = Omit<Props<Kind>, 'result'> & { id: string }

function Head<Kind extends OperationKind>({ id, title, purpose, isSection, work, start, action }: HeadProps<Kind>) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <PartHeading
          id={id}
          name={title}
          as={isSection ? 'h3' : 'h2'}
          className={isSection ? 'text-base font-semibold' : 'text-lg'}
        />
        {[purpose].flat().map((paragraph) => (
          <p key={paragraph} className="mt-1 text-mute">
            {paragraph}
          </p>
        ))}
      </div>
      {work.loadError ? (
        // Nobody knows whether a start would begin what is under way.
        <TryAgain onClick={work.reload} />
      ) : start ? (
        <Button onClick={work.start} isBusy={work.isUnderWay || work.isPending}>
          {work.isUnderWay ? start.busy : start.text}
        </Button>
      ) : (
        action
      )}
    </div>
  )
}

function Outcome<Kind extends OperationKind>({ operation, failed, result }: OutcomeProps<Kind>) {
  const { status, error, startedAt, endedAt } = operation
  if (status === 'failed')
    return (
      <>
        <p role="alert" className="text-danger-ink">
          {failed}
          {error && `: ${error}`}
        </p>
        {operation.result !== null && result(operation.result, operation)}
      </>
    )
  if (operation.result !== null) return result(operation.result, operation)
  // Somebody ended it while it waited.
  return (
    status === 'stopped' && (
      <p role="status" className="text-mute">
        {startedAt ? 'Stopped before its end' : 'Stopped before it began'}
        {endedAt && ` · ${dateTime(endedAt)}`}
      </p>
    )
  )
}

type ProgressProps = {
  operation: Operation
  /** What is counted, in the plural: "files". */
  unit: string
  /** Names the work for those who hear the page: "Media import". */
  label: string
  /** What becomes of it when the page is left. */
  note?: string
  onStop?: (() => void) | undefined
}

const GOES_ON = 'You may leave this page: the work goes on.'

/** Work that is under way: how far, how fast, how long still, and its stop. It goes on when the page is left. */
export function OperationProgress({ operation, unit, label, note = GOES_ON, onStop }: ProgressProps) {
  const { done, total, counts } = operation.progress
  const percent = total === null || total === 0 ? 0 : (100 * done) / total
  return (
    <section aria-label={label} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-semibold tabular-nums">
          {operation.status === 'queued' ? waiting(operation) : ofTotal(done, total, unit)}
        </p>
        {onStop && <StopButton operation={operation} onStop={onStop} />}
      </div>
      <Progress value={percent} label={label} />
      <div className="text-sm text-mute tabular-nums">
        <Speed operation={operation} unit={unit} />
        <p className="flex flex-wrap gap-x-4">
          {Object.entries(counts).map(([name, count]) => (
            <span key={name}>
              {inWords(name)}: {formatCount(count)}
            </span>
          ))}
          <span>{note}</span>
        </p>
      </div>
    </section>
  )
}

/** Ends work after the step that it is at. */
export const StopButton = ({ operation, onStop }: Pick<ProgressProps, 'operation'> & { onStop: () => void }) => (
  <Button onClick={onStop} isBusy={operation.isStopRequested}>
    {operation.isStopRequested ? 'Stopping…' : 'Stop'}
  </Button>
)

/** `usersCreated` as people say it. */
const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Database or store broke it off: it is tried again after a pause. */
const waiting = ({ startedAt }: Operation) => (startedAt ? 'Waiting to go on…' : 'Waiting to start…')

const ofTotal = (done: number, total: number | null, unit: string) =>
  total === null ? `${formatCount(done)} ${unit}` : `${formatCount(done)} of ${formatCount(total)} ${unit}`

/** Its line is there before it can be told, so that nothing below it moves. */
function Speed({ operation, unit }: Pick<ProgressProps, 'operation' | 'unit'>) {
  const { rate, secondsLeft } = useRate(operation)
  return (
    <p className="flex min-h-[1lh] flex-wrap gap-x-4">
      {rate !== undefined && (
        <span>
          {rate >= 10 ? formatCount(Math.round(rate)) : rate.toFixed(1)} {unit} a second
        </span>
      )}
      {secondsLeft !== undefined && <span>{timeLeft(secondsLeft)} left</span>}
    </p>
  )
}

/** `seconds` in the unit that one would say. */
function timeLeft(seconds: number) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}
