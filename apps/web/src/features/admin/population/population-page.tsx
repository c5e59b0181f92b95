import { zodResolver } from '@hookform/resolvers/zod'
import { count, counted } from '@hotvote/shared/counted'
import type { OperationOf } from '@hotvote/shared/operator/operation-results'
import { POPULATION, type PopulationResult, populateVotes } from '@hotvote/shared/operator/votes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { useLatestOperation, useOperation } from '../../../lib/operator/operations.ts'
import { mediaTotalsQuery } from '../../../lib/operator/totals.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { type Fact, Facts } from '../../../ui/data/facts.tsx'
import { OperationProgress } from '../../../ui/feedback/operation-card.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { CardSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { fixSequence, type Range, startPopulation } from './population.api.ts'

const PAUSE = `pausing every ${count(POPULATION.perCall)} votes`

/** Preset ranges of votes per item (`admin.md §9`). */
const RANGES: Range[] = [
  { minVotes: String(POPULATION.min), maxVotes: String(POPULATION.max) },
  { minVotes: '3000', maxVotes: String(POPULATION.most) },
]

/** Card for populating items with synthetic votes (`admin.md §4`). */
function PopulationCard({ totalMedia }: { totalMedia: number | undefined }) {
  const [range, setRange] = useState(RANGES[0] as Range)
  const [autoContinue, setAutoContinue] = useState(false)
  const work = useOperation<'populate-votes', Range | undefined>({
    kind: 'populate-votes',
    send: startPopulation,
    failed: { title: 'Population failed' },
    autoContinue,
  })
  const isPaused = !work.isUnderWay && work.operation?.status === 'paused'
  const phase = work.isUnderWay && work.operation ? 'running' : isPaused ? 'paused' : 'idle'
  const start = (chosen: Range) => {
    setRange(chosen)
    work.start(chosen)
  }
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
      {work.operation && !work.isUnderWay && <Outcome operation={work.operation} />}
      {phase === 'running' && work.operation ? (
        <OperationProgress
          operation={work.operation}
          unit="media"
          label="Vote population"
          note="You can leave this page. The work continues until its next pause."
          onStop={stop}
        />
      ) : phase === 'paused' ? (
        <Paused onContinue={() => work.start()} onStop={stop} />
      ) : (
        <StartForm {...{ range, totalMedia }} onStart={start} isWaiting={work.isUnderWay} />
      )}
      <Switch
        label="Continue automatically"
        hint="Continues after each pause until all media are done, while this page is open."
        checked={autoContinue}
        onChange={(event) => setAutoContinue(event.target.checked)}
      />
    </Card>
  )
}

function Paused({ onContinue, onStop }: { onContinue: () => void; onStop: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-raised p-4" role="status">
      <p className="min-w-0 flex-1 basis-64">
        <strong>Paused.</strong> Votes so far are kept.
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
  /** Range of the last start, because the form unmounts during a run. */
  range: Range
  /** Undefined if the items could not be counted. */
  totalMedia: number | undefined
  onStart: (range: Range) => void
  isWaiting: boolean
}

function StartForm({ range: defaultValues, totalMedia, onStart, isWaiting }: StartProps) {
  const { register, handleSubmit, reset, control, getValues, formState } = useForm({
    resolver: zodResolver(populateVotes.query),
    defaultValues,
  })
  const range = { ...getValues(), ...useWatch({ control }) } as Range
  const field = (name: keyof Range) => ({
    ...register(name, { setValueAs: (text: string) => text.trim(), deps: ['minVotes', 'maxVotes'] }),
    error: formState.errors[name]?.message,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={handleSubmit(() => isWaiting || totalMedia === 0 || onStart(getValues() as Range))}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="float-left w-full text-mute">
          Each item gets a random number of votes between these two, up to {count(POPULATION.most)}.
        </legend>
        <div className="grid max-w-xl gap-3 sm:grid-cols-2">
          <TextField label="Minimum votes per item" {...field('minVotes')} />
          <TextField label="Maximum votes per item" {...field('maxVotes')} />
        </div>
        <div className="flex flex-wrap gap-2">
          {RANGES.map(({ minVotes, maxVotes }) => (
            <Button
              key={minVotes}
              size="small"
              aria-pressed={range.minVotes === minVotes && range.maxVotes === maxVotes}
              onClick={() => reset({ minVotes, maxVotes })}
            >
              {count(Number(minVotes))} to {count(Number(maxVotes))} votes
            </Button>
          ))}
        </div>
        {totalMedia !== undefined && <Estimate range={range} totalMedia={totalMedia} />}
      </fieldset>
      <Button type="submit" variant="primary" className="self-start" disabled={totalMedia === 0} isBusy={isWaiting}>
        Start Vote Population
      </Button>
    </form>
  )
}

function Estimate({ range: { minVotes, maxVotes }, totalMedia }: { range: Range; totalMedia: number }) {
  const [least, most] = [Number(minVotes), Number(maxVotes)]
  if (!(least >= 1 && most >= least)) return null
  return (
    <p className="flex items-start gap-2.5 rounded-control bg-warn p-3.5 text-warn-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {totalMedia === 0 ? (
        <span>
          There are no media to vote on.{' '}
          <Link href={adminPaths.siteHealth} className="underline underline-offset-4">
            Import media
          </Link>{' '}
          first.
        </span>
      ) : (
        <span>
          This run adds about{' '}
          <strong>
            {count(least * totalMedia)} to {counted(most * totalMedia, 'vote')}
          </strong>{' '}
          to the {counted(totalMedia, 'media item')} of this collection. They count like any others, until you set them
          aside on{' '}
          <Link href={adminPaths.integrity} className="underline underline-offset-4">
            Integrity
          </Link>
          .
        </span>
      )}
    </p>
  )
}

function Outcome({ operation }: { operation: OperationOf<'populate-votes'> }) {
  const { result } = operation
  // A failed run must not be shown as paused.
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

/** All fields except `success` are optional, because a failed run has only an error. */
type ResultProps = { title: string; result: Partial<PopulationResult> & Pick<PopulationResult, 'success'> }

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
    <section aria-labelledby="results" className="rounded-control bg-raised p-4">
      <div role={result.success ? 'status' : 'alert'}>
        <h3 id="results" className={clsx('text-base', !result.success && 'text-danger-ink')}>
          {title}
        </h3>
      </div>
      <Facts facts={known} className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3 [&_dt]:text-sm" />
    </section>
  )
}

/** Vote Population screen (`admin.md §2`). */
export function PopulationPage() {
  const { data: totals, isFetched } = useQuery(mediaTotalsQuery)
  const { data, loadError, reload } = useLatestOperation('populate-votes')
  // Wait for both queries, so the card that loads first does not move when the other one appears.
  const query = { ...(isFetched ? { data, error: loadError } : { data: undefined, error: null }), refetch: reload }
  return (
    <AdminPage
      title="Vote Population"
      purpose={
        <>
          Gives a young collection its first votes. They come from synthetic users, which are marked as such{' '}
          <Link href={`${adminPaths.users}?group=synthetic`} className="font-semibold text-text underline">
            in the list of users
          </Link>
          .
        </>
      }
    >
      <QueryView query={query} errorTitle="Failed to load vote population" loading={<CardSkeleton rows={8} />}>
        {() => (
          <div className="grid items-start gap-5 xl:grid-cols-[2fr_1fr]">
            <PopulationCard totalMedia={totals?.totalMedia} />
            <SequenceCard />
          </div>
        )}
      </QueryView>
    </AdminPage>
  )
}

/** Card for repairing the user id sequence after manual inserts. */
export function SequenceCard() {
  const { data, isPending, mutate } = useMutation(fixSequence)
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">User sequence</h2>
        <p className="mt-1 text-mute">
          Continues user ids after the highest existing one. Needed only after manual inserts.
        </p>
      </div>
      <Button className="self-start" onClick={() => mutate()} isBusy={isPending}>
        {isPending ? 'Fixing…' : 'Fix User Sequence'}
      </Button>
      {data?.success && (
        <p role="status" className="font-semibold">
          User sequence fixed. The next user gets the id {count(data.nextUserId)}.
        </p>
      )}
      {data?.success === false && (
        <p role="alert" className="text-danger-ink">
          Failed to fix sequence{data.error && `: ${data.error}`}
        </p>
      )}
    </Card>
  )
}
