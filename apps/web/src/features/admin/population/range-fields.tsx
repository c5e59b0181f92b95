import { count, counted } from '@hotvote/shared/counted'
import { POPULATION } from '@hotvote/shared/population'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import type { Range } from './population.api.ts'

/** Both ranges that `admin.md §9` names. */
const RANGES = [
  [POPULATION.min, POPULATION.max],
  [3000, POPULATION.most],
] as const

type Issue = { path: PropertyKey[]; message: string }
type Props = {
  range: Range
  onRange: (range: Range) => void
  /** Absent when they could not be counted. */
  totalMedia: number | undefined
  issues: Issue[]
}

/** How many votes an item gets in this run, and what that makes for the whole collection. */
export function RangeFields({ range, onRange, totalMedia, issues }: Props) {
  // The rule between both fields names none of them.
  const errorOf = (name: keyof Range) => issues.find(({ path: [field] }) => (field ?? 'maxVotes') === name)?.message
  const field = (name: keyof Range, label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={range[name]}
      error={errorOf(name)}
      onChange={(event) => onRange({ ...range, [name]: event.target.value.trim() })}
    />
  )
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="float-left w-full text-mute">
        Each item gets a random number of votes between these two, up to {count(POPULATION.most)}.
      </legend>
      <div className="grid max-w-xl gap-3 sm:grid-cols-2">
        {field('minVotes', 'Least votes per media')}
        {field('maxVotes', 'Most votes per media')}
      </div>
      <div className="flex flex-wrap gap-2">
        {RANGES.map(([min, max]) => (
          <Button
            key={min}
            size="small"
            aria-pressed={range.minVotes === String(min) && range.maxVotes === String(max)}
            onClick={() => onRange({ minVotes: String(min), maxVotes: String(max) })}
            className="aria-pressed:border-edge aria-pressed:bg-raised"
          >
            {count(min)} to {count(max)} votes
          </Button>
        ))}
      </div>
      {totalMedia !== undefined && <Estimate range={range} totalMedia={totalMedia} />}
    </fieldset>
  )
}

/** Media times range. */
function Estimate({ range: { minVotes, maxVotes }, totalMedia }: { range: Range; totalMedia: number }) {
  const [least, most] = [Number(minVotes), Number(maxVotes)]
  if (!(least >= 1 && most >= least)) return null
  return (
    <p className="flex items-start gap-2.5 rounded-control bg-warn p-3.5 text-warn-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {totalMedia === 0 ? (
        'There are no media that could get votes.'
      ) : (
        <span>
          This run adds about{' '}
          <strong>
            {count(least * totalMedia)} to {counted(most * totalMedia, 'vote')}
          </strong>{' '}
          to the {count(totalMedia)} media of this collection. They count like any others, until you set them aside on{' '}
          <Link href={adminPaths.integrity} className="underline underline-offset-4">
            Integrity
          </Link>
          .
        </span>
      )}
    </p>
  )
}
