import { count, counted } from '@hotvote/shared/counted'
import { FIRST_YEAR, LAST_DAYS, type ListedUser, listUsers, type userGroups } from '@hotvote/shared/operator/users'
import { useQuery } from '@tanstack/react-query'
import { CalendarRange, ChevronDown, Images, UserCheck, Users, UserX } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { useListFilters } from '../../../lib/browser/url-state.ts'
import { userPath } from '../../../lib/operator/admin-paths.ts'
import { networkName } from '../../../lib/operator/moderation.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import { BanNetworkLink } from '../../../ui/data/operator-links.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { FilterField, SearchField, SelectField, TextField } from '../../../ui/forms/field.tsx'
import { UserCard, userColumns } from './user-columns.tsx'
import { usersQuery, userTotalsQuery } from './users.api.ts'

const GROUPS: Record<(typeof userGroups)[number], string> = {
  active: 'Active',
  inactive: 'Inactive',
  saved: 'Saved accounts',
  synthetic: 'Synthetic',
  blocked: 'Blocked',
}

/** User Management screen (`admin.md §2`). */
export function UsersPage() {
  const { params, filters, change, field } = useListFilters(USER_FILTERS, listUsers)
  const { data: totals, isError } = useQuery(userTotalsQuery)
  const { search, network, group, sort, order, cursor, ...dates } = params
  return (
    <AdminPage title="User Management" purpose="Everyone who has visited. Open a user for details and actions.">
      <StatTiles>
        <StatTile label="Total Users" icon={Users} value={figure(totals?.totalUsers, isError)} />
        <StatTile label="Active Users" icon={UserCheck} value={figure(totals?.activeUsers, isError)} />
        <StatTile label="Total Uploads" icon={Images} value={figure(totals?.totalUploads, isError)} />
      </StatTiles>
      <search className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
          <SearchField placeholder="Name or e-mail address" {...field('search')} />
          <FilterField label="Group" any="Everyone" options={GROUPS} {...field('group')} />
        </div>
        {network && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong>{networkName(network)}</strong>
            <BanNetworkLink network={network} />
            <Button size="small" onClick={() => change({ network: '' })}>
              All networks
            </Button>
          </p>
        )}
        <DateRange filters={dates} onApply={change} />
      </search>
      <UserTable
        query={useQuery(usersQuery(filters, cursor))}
        totalUsers={totals?.totalUsers}
        sort={{ by: sort, order: order === 'asc' ? 'asc' : 'desc' }}
        onSort={({ by, order }) => change({ sort: by, order })}
        onShowAll={search || network || group || activeDateFilters(dates) > 0 ? () => change(NO_FILTERS) : undefined}
      />
    </AdminPage>
  )
}

type TableProps = Required<Pick<ComponentProps<typeof ListTable<ListedUser>>, 'query' | 'sort' | 'onSort'>> & {
  /** Number of all users, regardless of the filters. */
  totalUsers: number | undefined
  /** Undefined if no filters are set. */
  onShowAll: (() => void) | undefined
}

function UserTable({ query, totalUsers = 0, sort, onSort, onShowAll }: TableProps) {
  const [, navigate] = useLocation()
  return (
    <ListTable
      query={query}
      errorTitle="Failed to fetch users"
      // Show the larger number, because new users may have joined since the totals were counted.
      head={({ total }) => `Showing ${count(total)} of ${count(Math.max(total, totalUsers))} users`}
      label="Users"
      columns={userColumns}
      card={(user) => <UserCard user={user} />}
      getKey={({ id }) => id}
      {...{ sort, onSort }}
      onOpen={({ id }) => navigate(userPath(id))}
      empty={
        <Empty icon={UserX} title="No users found" onShowAll={onShowAll}>
          Everyone who opens the site becomes a user.
        </Empty>
      }
    />
  )
}

type Props = { filters: DateFilters; onApply: (dates: DateFilters) => void }

const MONTHS = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [n + 1, new Date(FIRST_YEAR, n).toLocaleDateString('en-US', { month: 'long' })]),
)
const DAYS = Object.fromEntries(LAST_DAYS.map((days) => [days, `Last ${counted(days, 'day')}`]))

/** Returns the years that can be selected, newest first. */
const years = () => {
  const now = new Date().getFullYear()
  return Array.from({ length: now - FIRST_YEAR + 1 }, (_, n) => now - n)
}

/** Date filters, which start expanded if one is set (`admin.md §2`). */
function DateRange({ filters, onApply }: Props) {
  const set = activeDateFilters(filters)
  const [isOpen, setOpen] = useState(set > 0)
  const panel = useId()
  return (
    <Card className="p-0! sm:p-0!">
      <h2 className="text-base">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-13 w-full items-center gap-2.5 rounded-card px-4 font-semibold focus-visible:-outline-offset-2"
        >
          <CalendarRange aria-hidden className="size-5 text-mute" />
          Date Range Filters
          {set > 0 && <Badge tone="info">{set} active</Badge>}
          <ChevronDown aria-hidden className={`ml-auto size-5 text-mute transition ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h2>
      <div id={panel} hidden={!isOpen} className="border-t border-line p-4">
        <Dates filters={filters} onApply={onApply} />
      </div>
    </Card>
  )
}

function Dates({ filters, onApply }: Props) {
  const { register, handleSubmit, reset, formState } = useForm({ values: filters })
  const resetAll = () => {
    reset(NO_DATE_FILTERS)
    onApply(NO_DATE_FILTERS)
  }
  const to = register('to', {
    validate: (last, { from }) => last === '' || from === '' || from <= last || 'The last day is before the first one.',
  })
  return (
    <form noValidate onSubmit={handleSubmit((dates) => onApply(dates))} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        <DateSelects register={register} />
        <TextField label="From" type="date" {...register('from')} />
        <TextField label="To" type="date" {...to} error={formState.errors.to?.message} />
      </div>
      <p className="text-sm text-mute">Filters use UTC. The list shows times in the time zone of this browser.</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          Apply Filters
        </Button>
        <Button onClick={resetAll}>Reset Filters</Button>
      </div>
    </form>
  )
}

const DateSelects = ({ register }: Pick<UseFormReturn<DateFilters>, 'register'>) => (
  <>
    <SelectField label="Date" options={{ createdAt: 'Joined', lastLoginAt: 'Last Login' }} {...register('dateField')} />
    <SelectField label="Last days" options={DAYS} {...register('lastDays')}>
      <option value="">Any time</option>
    </SelectField>
    <SelectField label="Year" {...register('year')}>
      <option value="">Any year</option>
      {years().map((year) => (
        <option key={year}>{year}</option>
      ))}
    </SelectField>
    <SelectField label="Month" options={MONTHS} {...register('month')}>
      <option value="">Any month</option>
    </SelectField>
  </>
)

/** Default filters. Users are sorted newest first (`admin.md §9`). */
const USER_FILTERS = {
  search: '',
  network: '',
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

const NO_DATE_FILTERS = { dateField: 'createdAt', lastDays: '', year: '', month: '', from: '', to: '' }
type DateFilters = typeof NO_DATE_FILTERS

const NO_FILTERS = { search: '', network: '', group: '', ...NO_DATE_FILTERS }

const { dateField: _which, ...limits } = NO_DATE_FILTERS
const activeDateFilters = (filters: DateFilters) =>
  (Object.keys(limits) as (keyof typeof limits)[]).filter((key) => filters[key] !== '').length
