import { setOnly } from '../../../lib/browser/url-state.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'

/** What the address of the screen holds: the request that is open, and which ones are listed. */
export const START = { id: '', status: '', search: '' }
export type Place = typeof START

export const addressOf = (place: Place) => {
  const query = new URLSearchParams(setOnly(place))
  return query.size > 0 ? `${adminPaths.dmca}?${query}` : adminPaths.dmca
}

/** Undefined when no request is open. */
export const idOf = ({ id }: Place) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined)

/** Whether this address of any screen still shows the request. */
export const isOpenAt = ({ pathname, searchParams }: URL, id: number) =>
  pathname === adminPaths.dmca && idOf({ ...START, id: searchParams.get('id') ?? '' }) === id
