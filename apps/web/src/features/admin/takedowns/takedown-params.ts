import { withoutEmpty } from '../../../lib/browser/url-state.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'

/** What the address of the screen holds: the request that is open, and which ones are listed. */
export const DEFAULT_PARAMS = { id: '', status: '', search: '', order: '', cursor: '' }
export type TakedownParams = typeof DEFAULT_PARAMS

export const takedownsHref = (params: TakedownParams) => {
  const query = new URLSearchParams(withoutEmpty(params)).toString()
  return query === '' ? adminPaths.dmca : `${adminPaths.dmca}?${query}`
}

/** Undefined when no request is open. */
export const idOf = ({ id }: TakedownParams) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined)

/** Whether this address of any screen still shows the request. */
export const isOpenAt = ({ pathname, searchParams }: URL, id: number) =>
  pathname === adminPaths.dmca && idOf({ ...DEFAULT_PARAMS, id: searchParams.get('id') ?? '' }) === id
