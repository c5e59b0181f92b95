import { count } from '@hotvote/shared/counted'
import { listUsers, type userGroups } from '@hotvote/shared/users'
import { useQuery } from '@tanstack/react-query'
import { Images, UserCheck, Users, UserX } from 'lucide-react'
import { useLocation } from 'wouter'
import { useUrlState, validQuery } from '../../../lib/browser/url-state.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { userPath } from '../../../lib/operator/admin-paths.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { Empty, NoMatches } from '../../../ui/feedback/empty.tsx'
import { SearchField, SelectField } from '../../../ui/forms/field.tsx'
import { DateRange } from './date-range.tsx'
import { userColumns } from './user-columns.tsx'
import { activeDateFilters, NO_FILTERS, USER_FILTERS, type UserFilters } from './user-filters.ts'
import { usersQuery, userTotalsQuery } from './users.api.ts'

const groups: Record<(typeof userGroups)[number], string> = {
  active: 'Active',
  inactive: 'Inactive',
  saved: 'Saved accounts',
  synthetic: 'Synthetic',
  blocked: 'Blocked',
}

/** Everybody who came (`admin.md §2`). */
export function UsersPage() {
  const [filters, setFilters] = useUrlState(USER_FILTERS, listUsers)
  const change = (changes: Partial<UserFilters>) => setFilters({ ...changes, cursor: '' })
  const { data: totals, isError } = useQuery(userTotalsQuery)
  const { search, group, sort, order, cursor, ...dates } = filters
  return (
    <AdminPage
      title="User Management"
      purpose="Everybody who came, and what they did. Open one to see all about them, and to act."
    >
      <StatTiles>
        <StatTile label="Total Users" icon={Users} value={figure(totals?.totalUsers, isError)} />
        <StatTile label="Active Users" icon={UserCheck} value={figure(totals?.activeUsers, isError)} />
        <StatTile label="Total Uploads" icon={Images} value={figure(totals?.totalUploads, isError)} />
      </StatTiles>
      <search className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
          <SearchField
            label="Search"
            placeholder="Part of a name or e-mail address"
            value={search}
            onChange={(text) => change({ search: text })}
          />
          <SelectField label="Group" value={group} onChange={({ target }) => change({ group: target.value })}>
            <option value="">Everybody</option>
            {Object.entries(groups).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <DateRange filters={dates} onApply={change} />
      </search>
      <UserTable
        filters={filters}
        everybody={totals?.totalUsers}
        onSort={change}
        onShowAll={() => change(NO_FILTERS)}
      />
    </AdminPage>
  )
}

type TableProps = {
  filters: UserFilters
  /** How many there are without a filter. */
  everybody: number | undefined
  onSort: (sort: { sort: string; order: string }) => void
  /** Takes the filters away. */
  onShowAll: () => void
}

function UserTable({ filters, everybody = 0, onSort, onShowAll }: TableProps) {
  const asked = validQuery(listUsers, { ...filters, search: useDebounced(filters.search) })
  const query = useQuery(usersQuery(asked))
  const [, navigate] = useLocation()
  const isFiltered = filters.search !== '' || filters.group !== '' || activeDateFilters(filters) > 0
  return (
    <ListTable
      query={query}
      errorTitle="Failed to fetch users"
      head={({ total }) => (
        <p role="status" className="text-sm text-mute">
          {/* Who came since the totals were counted counts, too. */}
          Showing {count(total)} of {count(Math.max(total, everybody))} users
        </p>
      )}
      label="Users"
      columns={userColumns}
      keyOf={({ id }) => id}
      sort={{ by: filters.sort, order: filters.order === 'asc' ? 'asc' : 'desc' }}
      onSort={({ by, order }) => onSort({ sort: by, order })}
      onOpen={({ id }) => navigate(userPath(id))}
      empty={
        <Empty icon={UserX} title="No users found">
          {isFiltered ? (
            <NoMatches what="Nobody" onShowAll={onShowAll} />
          ) : (
            'Everybody who opens the site becomes a user.'
          )}
        </Empty>
      }
    />
  )
}
