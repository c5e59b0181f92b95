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
  cursor: '',
}
export type UserFilters = typeof USER_FILTERS

/** No date counts. */
export const NO_DATE_FILTERS = { dateField: 'createdAt', lastDays: '', year: '', month: '', from: '', to: '' }
export type DateFilters = typeof NO_DATE_FILTERS

/** No filter hides anybody. */
export const NO_FILTERS = { search: '', group: '', ...NO_DATE_FILTERS }

const { dateField: _which, ...limits } = NO_DATE_FILTERS
/** How many date filters are set. */
export const activeDateFilters = (filters: DateFilters) =>
  (Object.keys(limits) as (keyof typeof limits)[]).filter((key) => filters[key] !== '').length
