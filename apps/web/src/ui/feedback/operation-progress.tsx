import { count as formatCount } from '@hotvote/shared/counted'
import type { Operation } from '@hotvote/shared/operations'
import { useRate } from '../../lib/operator/operations.ts'
import { Button } from '../forms/button.tsx'
import { Progress } from './progress.tsx'

type Props = {
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
export function OperationProgress({ operation, unit, label, note = GOES_ON, onStop }: Props) {
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
export const StopButton = ({ operation, onStop }: Pick<Props, 'operation'> & { onStop: () => void }) => (
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
function Speed({ operation, unit }: Pick<Props, 'operation' | 'unit'>) {
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
