/** What is selected of a list: these of what is loaded of it; `isAll`: whatever matches, loaded or not. */
export type Chosen = { ids: ReadonlySet<number>; isAll: boolean }

export const NONE_CHOSEN: Chosen = { ids: new Set(), isAll: false }

/** Where nothing is left, all that match is not selected, either: what is ticked next is meant alone. */
const chosenOf = (ids: ReadonlySet<number>, isAll: boolean): Chosen => ({ ids, isAll: isAll && ids.size > 0 })

/** With or without these. */
export function withTicked({ ids, isAll }: Chosen, changed: number[], isTicked: boolean): Chosen {
  const next = new Set(ids)
  for (const id of changed) isTicked ? next.add(id) : next.delete(id)
  return chosenOf(next, isAll)
}

/** One more or less; one that is taken out of all leaves the others that are loaded. */
export const toggled = (chosen: Chosen, id: number, loaded: number[]): Chosen =>
  chosen.isAll
    ? { ids: new Set(loaded.filter((other) => other !== id)), isAll: false }
    : withTicked(chosen, [id], !chosen.ids.has(id))

/** The items from one to another, in the order of the list. */
export const rangeBetween = (from: number, to: number, loaded: number[]): number[] => {
  const [first = 0, last = 0] = [loaded.indexOf(from), loaded.indexOf(to)].sort((a, b) => a - b)
  return first < 0 ? [to] : loaded.slice(first, last + 1)
}

/** What is kept of it. */
export const retained = (chosen: Chosen, isKept: (id: number) => boolean): Chosen => {
  const ids = [...chosen.ids].filter(isKept)
  return ids.length === chosen.ids.size ? chosen : chosenOf(new Set(ids), chosen.isAll)
}
