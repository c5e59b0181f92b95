import { count } from '@hotvote/shared/counted'
import type { Outcome } from './run-checks.ts'

const WORDS = { ok: 'ok', breach: 'BREACH', skipped: 'skipped', failed: 'FAILED' }

/** What there is none of is left out where there is something of another kind. */
const counts = ({ looked }: Outcome) => {
  const all = Object.entries(looked)
  const some = all.filter(([, found]) => found > 0)
  return (some.length > 0 ? some : all).map(([what, found]) => `${count(found)} ${what}`).join(', ')
}

/** A line of its own for each example, note and repair. */
export const linesOf = (outcome: Outcome): string[] => {
  const { number, title, status, breaches, examples, notes, reason, repairs } = outcome
  const seen = counts(outcome)
  const said = [breaches > 0 ? `${count(breaches)} wrong` : '', seen].filter((text) => text !== '')
  const line = `${WORDS[status].padEnd(8)}${String(number).padStart(2)}  ${title}`
  const more = breaches > examples.length ? [`and ${count(breaches - examples.length)} more`] : []
  return [
    status === 'skipped' ? `${line}: ${reason}` : said.length > 0 ? `${line} (${said.join('; ')})` : line,
    ...[
      ...(status !== 'skipped' && reason !== undefined ? [reason] : []),
      ...examples,
      ...more,
      ...notes.map((note) => `note: ${note}`),
      ...repairs.map((repair) => `repaired: ${repair}`),
    ].map((text) => `            ${text}`),
  ]
}
