/** One text or number of the specification where the product holds it, and the tests that should notice a change. */
export type Place = {
  /** The specification's words, or what it says: unique within its section. */
  row: string
  file: string
  /** Source text that stands exactly once in the file. */
  find: string
  /** What is written in its place, one after the other: each is a mutation of its own. */
  replace: readonly string[]
  /** Files of tests: `.test.ts` for Vitest, `.spec.ts` for the browser. As few as prove it. */
  tests: readonly string[]
  /** Of browser tests: the size of the window where it matters, `desktop` unless told. */
  size?: 'phone'
  /** Of browser tests: a pattern of titles, where the file is slow. */
  grep?: string
}
type Where = Pick<Place, 'file' | 'tests' | 'size' | 'grep'>

/** Of the page, held by a browser test: names within `apps/web/src` and of a spec file. */
export const inPage = (file: string, spec: string): Where => ({
  file: `apps/web/src/${file}`,
  tests: [`apps/web/e2e/${spec}.spec.ts`],
})

/** Held by tests of the API: names within `apps/api/src`. */
export const inApi = (file: string, test: string): Where => ({ file, tests: [`apps/api/src/${test}.test.ts`] })

/** Held by the Vitest file beside it. */
export const besideTest = (file: string): Where => ({ file, tests: [file.replace(/\.tsx?$/, '.test.ts')] })

/** A text with one more character at its end, so that only a comparison of the whole text notices. */
const lengthened = (text: string) => `${text}~`

const literal = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`)

/** Texts that stand in quotes in one file; each is its own row. */
export const quoted = (where: Where, ...rows: readonly string[]): Place[] =>
  rows.map((row) => ({ ...where, row, find: literal(row), replace: [literal(lengthened(row))] }))

/** The same for texts that are an attribute of an element, in double quotes. */
export const attributes = (where: Where, ...rows: readonly string[]): Place[] =>
  rows.map((row) => ({ ...where, row, find: `"${row}"`, replace: [`"${lengthened(row)}"`] }))

/** The same for texts without quotes, as between tags, or parts of a text. */
export const bare = (where: Where, ...rows: readonly string[]): Place[] =>
  rows.map((row) => ({ ...where, row, find: row, replace: [lengthened(row)] }))

const withoutMiddle = (text: string) => text.slice(0, text.length / 2) + text.slice(text.length / 2 + 1)

/** The same places with a letter less in their middle: for texts beside which others stand, as below a field. */
export const misspelt = (places: readonly Place[]): Place[] =>
  places.map((place) => ({ ...place, replace: [withoutMiddle(place.find)] }))

/** A number or rule of one file, and what is written in its place. */
export const constant = (
  where: Where,
  row: string,
  [find, ...replace]: readonly [find: string, replace: string, ...more: string[]],
): Place => ({ ...where, row, find, replace })

/** For `constant`: where a time in milliseconds that several calls share is used, with a character behind it; a minute less, and more. */
export const minuteOff = (use: string): [find: string, less: string, more: string] => [
  use,
  use.replace(/.$/, ' - 60_000$&'),
  use.replace(/.$/, ' + 60_000$&'),
]

/** For `constant`: a text with a number in it, and the same with the number a step smaller and a step larger. */
export const nearby = (text: string, step = 1): [find: string, smaller: string, larger: string] => {
  const moved = (by: number) =>
    text.replace(/\d[\d_]*/, (digits) => {
      const value = Number(digits.replaceAll('_', '')) + by
      return digits.includes('_') ? value.toLocaleString('en').replaceAll(',', '_') : `${value}`
    })
  return [text, moved(-step), moved(step)]
}
