import { store } from '../../../lib/browser/store.ts'
import type { Place } from './places.ts'

const MAX = 5

/** Where the operator went by the menu, the last one first. Not stored: names of users must not outlive the page. */
const recent = store<Place[]>([])
export const useRecentPlaces = recent.use

export const isSamePlace = (one: Place, other: Place) => one.path === other.path && one.label === other.label

export const rememberPlace = (place: Place) =>
  recent.set([place, ...recent.get().filter((other) => !isSamePlace(other, place))].slice(0, MAX))

export const forgetPlaces = () => recent.set([])
