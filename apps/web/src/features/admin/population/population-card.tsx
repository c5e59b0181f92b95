import { count } from '@hotvote/shared/counted'
import type { OperationOf } from '@hotvote/shared/operation-results'
import { POPULATION, type PopulationResult, populateVotes } from '@hotvote/shared/population'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { useOperation } from '../../../lib/operator/operations.ts'
import { Card } from '../../../ui/data/card.tsx'
import { type Fact, Facts } from '../../../ui/data/facts.tsx'
import { OperationProgress } from '../../../ui/feedback/operation-card.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { type Range, startPopulation } from './population.api.ts'
import { RangeFields } from './range-fields.tsx'

const FAILED = { title: 'Population failed' }
const PAUSE = `pausing every ${count(POPULATION.perCall)} votes`
const DEFAULT_RANGE: Range = { minVotes: String(POPULATION.min), maxVotes: String(POPULATION.max) }

/** Idle, running, paused or complete (`admin.md §4`), and what came of it. */
export function PopulationCard({ totalMedia }: { totalMedia: number | undefined }) {
  const [range, setRange] = useState(DEFAULT_RANGE)
  const [autoContinue, setAutoContinue] = useState(false)
  const work = useOperation({
    kind: 'populate-votes',
    send: (_input, paused) => startPopulation(range, paused),
    failed: FAILED,
    autoContinue,
  })
  const isPaused = !work.isUnderWay && work.operation?.status === 'paused'
  const phase = work.isUnderWay && work.operation ? 'running' : isPaused ? 'paused' : 'idle'
  const stop = () => {
    setAutoContinue(false)
    work.stop()
  }
  return (
    <Card className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg">Populate votes</h2>
        <p className="mt-1 text-mute">
          {POPULATION.min} to {POPULATION.max} votes per media with a 70% to 100% Hot bias, {PAUSE}.
        </p>
      </div>
      {phase === 'running' && work.operation ? (
        <OperationProgress
          operation={work.operation}
          unit="media"
          label="Vote population"
          note="You may leave this page: the work goes on until its next pause."
          onStop={stop}
        />
      ) : phase === 'paused' ? (
        <Paused onContinue={work.start} onStop={stop} />
      ) : (
        <StartForm
          range={range}
          onRange={setRange}
          totalMedia={totalMedia}
          onStart={work.start}
          isWaiting={work.isUnderWay}
        />
      )}
      <Switch
        label="Continue by itself"
        hint="Goes on after each pause until all media are done, as long as this page is open."
        checked={autoContinue}
        onChange={(event) => setAutoContinue(event.target.checked)}
      />
      {work.operation && !work.isUnderWay && <Outcome operation={work.operation} />}
    </Card>
  )
}

function Paused({ onContinue, onStop }: { onContinue: () => void; onStop: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-raised p-4" role="status">
      <p className="min-w-0 flex-1 basis-64">
        <strong>Paused.</strong> What was done so far is kept.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onStop}>Stop Processing</Button>
        <Button variant="primary" onClick={onContinue}>
          Continue Processing
        </Button>
      </div>
    </div>
  )
}

type StartProps = {
  range: Range
  onRange: (range: Range) => void
  totalMedia: number | undefined
  onStart: () => void
  isWaiting: boolean
}

function StartForm({ range, onRange, totalMedia, onStart, isWaiting }: StartProps) {
  const [isChecked, setChecked] = useState(false)
  const read = populateVotes.query.safeParse(range)
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (read.success && !isWaiting) onStart()
      }}
    >
      <RangeFields
        range={range}
        onRange={onRange}
        totalMedia={totalMedia}
        issues={isChecked ? (read.error?.issues ?? []) : []}
      />
      <Button type="submit" variant="primary" className="self-start" isBusy={isWaiting}>
        Start Vote Population
      </Button>
    </form>
  )
}

function Outcome({ operation }: { operation: OperationOf<'populate-votes'> }) {
  const { result } = operation
  // What was broken off says of itself that it was paused, as it was.
  if (operation.status === 'failed')
    return (
      <PopulationResults
        title="Population failed"
        result={{ ...result, message: undefined, success: false, error: operation.error ?? undefined }}
      />
    )
  if (!result) return null
  if (operation.status === 'stopped')
    return <PopulationResults title="Stopped" result={{ ...result, message: undefined }} />
  return <PopulationResults title={operation.status === 'paused' ? 'Paused' : 'Complete'} result={result} />
}

/** A run that failed knows its error only. */
type ResultProps = { title: string; result: Partial<PopulationResult> & Pick<PopulationResult, 'success'> }

/** Everything that a call answers (`admin.md §3`). */
function PopulationResults({ title, result }: ResultProps) {
  const { mediaProcessed, totalMediaCount, totalVotesInserted, usersCreated, overallHotPercentage: hot } = result
  const facts: Fact[] = [
    ['Success', result.success ? 'Yes' : 'No'],
    ['Message', result.message],
    ['Error', result.error],
    [
      'Media processed',
      mediaProcessed !== undefined && `${count(mediaProcessed)} of ${count(totalMediaCount ?? mediaProcessed)}`,
    ],
    ['Votes inserted', totalVotesInserted !== undefined && count(totalVotesInserted)],
    ['Users created', usersCreated !== undefined && count(usersCreated)],
    ['Overall hot percentage', hot !== undefined && `${hot}%`],
    [
      'User ID range',
      result.userIdRange && (
        <Link href={`${adminPaths.users}?group=synthetic`} className="text-not-ink underline underline-offset-4">
          {result.userIdRange}
        </Link>
      ),
    ],
  ]
  const known = facts.filter(([, value]) => value)
  return (
    <section aria-labelledby="results" className="border-t border-line pt-5">
      <div role={result.success ? 'status' : 'alert'}>
        <h3 id="results" className={clsx('text-base', !result.success && 'text-danger-ink')}>
          {title}
        </h3>
      </div>
      <Facts facts={known} className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3 [&_dt]:text-sm" />
    </section>
  )
}
