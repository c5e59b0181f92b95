import { ArrowRight } from 'lucide-react'
import { changedLines, type Difference } from '../lib/operator/setting-changes.ts'
import type { FieldLabels } from '../lib/operator/use-settings-form.ts'

const textOf = (value: unknown) => {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (value === '') return 'Empty'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Characters that stand in a line. */
const LINE = 120
const isLong = (value: unknown) => typeof value === 'string' && (value.length > LINE || value.includes('\n'))

/** Fields that differ, in the order of the form: what each was, and what it became. */
export function Differences({ differences, labels }: { differences: Difference[]; labels: FieldLabels }) {
  const places = Object.keys(labels)
  const placeOf = ({ field }: Difference) => (field in labels ? places.indexOf(field) : places.length)
  return (
    <dl className="flex flex-col gap-2.5">
      {differences
        .toSorted((one, other) => placeOf(one) - placeOf(other))
        .map((difference) => (
          <div key={difference.field} className="min-w-0">
            <dt className="text-sm text-mute">{labels[difference.field] ?? difference.field}</dt>
            <dd>
              {isLong(difference.old) || isLong(difference.new) ? <Blocks {...difference} /> : <Line {...difference} />}
            </dd>
          </div>
        ))}
    </dl>
  )
}

const Line = (difference: Difference) => (
  <span className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
    {'old' in difference && <del className="min-w-0 text-mute no-underline">{textOf(difference.old)}</del>}
    <span className="inline-flex min-w-0 items-center gap-2">
      {'old' in difference && <ArrowRight aria-label="became" className="size-4 shrink-0 text-mute" />}
      <ins className="min-w-0 font-semibold no-underline">{textOf(difference.new)}</ins>
    </span>
  </span>
)

/** Ad code, say: it is shown as text, and never run. */
function Blocks(difference: Difference) {
  if (!('old' in difference)) return <Block title="Value" text={textOf(difference.new)} />
  const changed = changedLines(textOf(difference.old), textOf(difference.new))
  return (
    <div className="flex flex-col gap-1.5">
      <Block title="Before" text={changed.old} />
      <Block title="After" text={changed.new} />
    </div>
  )
}

const Block = ({ title, text }: { title: string; text: string }) => (
  <section
    aria-label={title}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
    tabIndex={0}
    className="mt-1 max-h-40 overflow-auto rounded-control bg-raised px-3 py-2"
  >
    <p aria-hidden className="text-xs text-mute">
      {title}
    </p>
    <pre className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
  </section>
)
