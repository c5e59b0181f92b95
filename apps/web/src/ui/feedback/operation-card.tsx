import { count as formatCount } from '@hotvote/shared/counted'
import type { OperationOf, OperationResults } from '@hotvote/shared/operator/operation-results'
import type { Operation, OperationKind } from '@hotvote/shared/operator/operations'
import { type ReactNode, useId } from 'react'
import { describeReason } from '../../lib/api/call-error.ts'
import { type OperationWork, useRate } from '../../lib/operator/operations.ts'
import { PartHeading } from '../data/admin-page.tsx'
import { Ago } from '../data/ago.tsx'
import { Card } from '../data/card.tsx'
import { Button, TryAgain } from '../forms/button.tsx'
import { Progress } from './progress.tsx'

type OutcomeProps<Kind extends OperationKind> = {
  operation: OperationOf<Kind>
  failed: string
  result: (result: OperationResults[Kind], operation: OperationOf<Kind>) => ReactNode
}

type WorkKeys = 'operation' | 'failed' | 'isUnderWay' | 'isPending' | 'loadError' | 'reload' | 'start'

type Props<Kind extends OperationKind> = Pick<OutcomeProps<Kind>, 'result'> & {
  title: string
  purpose: string | string[]
  isSection?: boolean
  /** Omit `stop` if the operation cannot be stopped. */
  work: Pick<OperationWork<Kind>, WorkKeys> & { stop?: OperationWork<Kind>['stop'] | undefined }
  start?: { text: string; busy: string }
  action?: ReactNode
  /** Title shown after a failure. Defaults to the title of a failed start. */
  failed?: string
  /** Omit if `children` show the progress. */
  progress?: { unit: string; label: string }
  /** Defaults to the latest operation of the kind. */
  operation?: OperationOf<Kind> | null
  children?: ReactNode
}

export function OperationCard<Kind extends OperationKind>(props: Props<Kind>) {
  const { isSection, work, progress, operation = work.operation, children } = props
  const id = useId()
  const content = (
    <>
      <Head id={id} {...props} />
      {work.loadError && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-danger-ink">
          <p>
            <strong>Couldn't load the status.</strong> {describeReason(work.loadError)}
          </p>
          <TryAgain size="small" onClick={work.reload} />
        </div>
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
      {/* Don't offer a start after a failed load, because an operation may already be running. */}
      {work.loadError ? null : start ? (
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
  return (
    status === 'stopped' && (
      <p role="status" className="text-mute">
        {startedAt ? 'Stopped early' : 'Stopped before it started'}
        {endedAt && (
          <>
            {' · '}
            <Ago at={endedAt} />
          </>
        )}
      </p>
    )
  )
}

type ProgressProps = {
  operation: Operation
  /** Plural noun, such as "files". */
  unit: string
  /** Label for screen readers, such as "Media import". */
  label: string
  note?: string
  onStop?: (() => void) | undefined
}

const GOES_ON = 'You can leave this page. The work continues in the background.'

/** Progress of an operation, which continues even if the operator leaves the page. */
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
            <span key={name} className="first-letter:uppercase">
              {inWords(name)}: {formatCount(count)}
            </span>
          ))}
          <span>{note}</span>
        </p>
      </div>
    </section>
  )
}

export const StopButton = ({ operation, onStop }: Pick<ProgressProps, 'operation'> & { onStop: () => void }) => (
  <Button onClick={onStop} isBusy={operation.isStopRequested}>
    {operation.isStopRequested ? 'Stopping…' : 'Stop'}
  </Button>
)

const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Text for a queued operation. If it has already started, it is waiting to retry after a failure. */
const waiting = ({ startedAt }: Operation) => (startedAt ? 'Waiting to continue…' : 'Waiting to start…')

const ofTotal = (done: number, total: number | null, unit: string) =>
  total === null ? `${formatCount(done)} ${unit}` : `${formatCount(done)} of ${formatCount(total)} ${unit}`

/** Speed and remaining time. Reserves a line while the speed is unknown. */
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

function timeLeft(seconds: number) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}
