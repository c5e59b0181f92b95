/** What the address may say, and what it says without a parameter (`admin.md §9`: the newest first). */
export const USER_FILTERS = {
  search: '',
  group: '',
  dateField: 'createdAt',
  lastDays: '',
  year: '',
  month: '',
  from: '',
  to: '',
  sort: 'createdAt',
  order: 'desc',
}
export type UserFilters = typeof USER_FILTERS

/** No date counts. */
export const ANY_DATE = { dateField: 'createdAt', lastDays: '', year: '', month: '', from: '', to: '' }
export type DateFilters = typeof ANY_DATE

/** No filter hides anybody. */
export const EVERYBODY = { search: '', group: '', ...ANY_DATE }

const { dateField: _which, ...limits } = ANY_DATE
/** How many date filters are set. */
export const datesSet = (filters: DateFilters) =>
  (Object.keys(limits) as (keyof typeof limits)[]).filter((key) => filters[key] !== '').length
