import type { Site } from './site.ts'

/** What a look found. `looked`: how many of what were looked at; `notes`: what was not, and why. */
export type Findings = {
  looked: Record<string, number>
  breaches: number
  /** The first breaches, in words: ids and numbers, no addresses, texts or secrets. */
  examples: string[]
  notes: string[]
}

const EXAMPLES = 10

export const noFindings = (): Findings => ({ looked: {}, breaches: 0, examples: [], notes: [] })

export const breach = (found: Findings, example: string) => {
  found.breaches++
  if (found.examples.length < EXAMPLES) found.examples.push(example)
}

export const looked = (found: Findings, what: string, count: number) => {
  found.looked[what] = (found.looked[what] ?? 0) + count
}

/** Nothing of this could be looked at: the reason stands in the report. */
export class Skipped extends Error {
  override name = 'Skipped'
}

/** One invariant. */
export type Check = {
  /** Its number in the list of invariants. */
  number: number
  title: string
  /** Constraints, indexes and triggers that keep it: one that is missing or off is a breach. */
  keptBy?: RegExp
  /** @throws {Skipped} when it cannot be looked at without something that was not given */
  look: (site: Site, found: Findings) => Promise<void>
  /** Repairs what loses nothing. Returns what it did, in words; the audit log has each change. */
  repair?: (site: Site) => Promise<string[]>
}
