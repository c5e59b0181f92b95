import type { Session } from '@hotvote/shared/sessions'
import { readInTab, writeInTab } from '../../lib/browser/preferences.ts'
import { isWorkUnderWay } from '../../lib/visitor/work-under-way.ts'

/** Who somebody is, also where a server that was emptied gives their number to another one. */
export type Visitor = Pick<Session, 'id' | 'createdAt'>
export const isSameVisitor = (one: Visitor, other: Visitor) => one.id === other.id && one.createdAt === other.createdAt

/** What is remembered of a visitor from the first picture until the page is closed. */
const newVisit = () => ({
  visitor: undefined as Visitor | undefined,
  positions: new Map<number, number>(),
  broken: new Set<number>(),
  reported: new Set<number>(),
  viewed: new Set<number>(),
})
let visit = newVisit()

/** Says who is here: whoever takes another one's place begins a visit of their own. */
export function enter(visitor: Visitor) {
  if (visit.visitor && !isSameVisitor(visit.visitor, visitor)) visit = newVisit()
  visit.visitor = visitor
}

/** "Photo 3 of many": counts up with every item that comes on the stage; one that comes back keeps its number. */
export function positionOf(id: number) {
  const { positions } = visit
  const position = positions.get(id) ?? positions.size + 1
  positions.set(id, position)
  return position
}

export const hasSeenAnything = () => visit.positions.size > 0

/** Items that failed to load are not shown again, nor are those that were reported. */
export const markBroken = (id: number) => visit.broken.add(id)
export const markReported = (id: number) => visit.reported.add(id)
export const unmarkReported = (id: number) => visit.reported.delete(id)
export const isLeftOut = (id: number) => visit.broken.has(id) || visit.reported.has(id)
export const leftOutItems = () => [...visit.reported, ...visit.broken]
export const isAnyBroken = () => visit.broken.size > 0
/** Another try is wanted. */
export const forgetBroken = () => visit.broken.clear()

let screenVisits = 0
/** Numbers the visits to the Rate screen. */
export const nextScreenVisit = () => {
  screenVisits += 1
  return screenVisits
}

/** True the first time only. */
export function isFirstView(id: number) {
  if (visit.viewed.has(id)) return false
  visit.viewed.add(id)
  return true
}

const RELOADED_KEY = 'hotvote-reloaded-for'

/**
 * Reloads the page for an item of an unknown type (`visitor.md §2`), once per item: false when that has been tried, or
 * something would be lost with the page.
 */
export function reloadOnceFor(id: number) {
  if (isWorkUnderWay()) return false
  const tried = (readInTab(RELOADED_KEY) ?? '').split(' ')
  // Without a memory of it, a reload could go on for ever.
  if (tried.includes(String(id)) || !writeInTab(RELOADED_KEY, [...tried, id].join(' ').trim())) return false
  location.reload()
  return true
}
