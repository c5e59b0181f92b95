/** What is remembered from the first picture until the page is closed. */
const positions = new Map<number, number>()
const broken = new Set<number>()
const reported = new Set<number>()
const viewed = new Set<string>()

/** "Photo 3 of many": counts up with every item that comes on the stage; one that comes back keeps its number. */
export function positionOf(id: number) {
  const position = positions.get(id) ?? positions.size + 1
  positions.set(id, position)
  return position
}

export const hasSeenAnything = () => positions.size > 0

/** Items that failed to load are not shown again, nor are those that were reported. */
export const markBroken = (id: number) => broken.add(id)
export const markReported = (id: number) => reported.add(id)
export const unmarkReported = (id: number) => reported.delete(id)
export const isLeftOut = (id: number) => broken.has(id) || reported.has(id)
export const leftOutItems = () => [...reported, ...broken]
export const isAnyBroken = () => broken.size > 0
/** Another try is wanted. */
export const forgetBroken = () => broken.clear()

let screenVisits = 0
/** Numbers the visits to the Rate screen. */
export const nextScreenVisit = () => {
  screenVisits += 1
  return screenVisits
}

/** True the first time only, for each visitor. */
export function isFirstView(userId: number, id: number) {
  const view = `${userId} ${id}`
  if (viewed.has(view)) return false
  viewed.add(view)
  return true
}

const RELOADED_KEY = 'hotvote-reloaded-for'

/** Reloads the page for an item of an unknown type (`visitor.md §2`), once per item: false when that has been tried. */
export function reloadOnceFor(id: number) {
  try {
    const tried = (sessionStorage.getItem(RELOADED_KEY) ?? '').split(' ')
    if (tried.includes(String(id))) return false
    sessionStorage.setItem(RELOADED_KEY, [...tried, id].join(' ').trim())
  } catch {
    return false // Without a memory of it, a reload could go on for ever.
  }
  location.reload()
  return true
}
