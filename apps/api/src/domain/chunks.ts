/** The entries in their order, in groups of `size`; the last group may have fewer. */
export const splitIntoChunks = <Entry>(entries: Entry[], size: number): Entry[][] =>
  Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => entries.slice(n * size, (n + 1) * size))
