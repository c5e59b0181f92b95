import { auditEvents } from '@hotvote/shared/audit'
import { SearchField, SelectField, TextField } from '../../../ui/forms/field.tsx'
import type { LogFilters as Filters } from './log-matches.ts'

type Props = { filters: Filters; onChange: (changes: Partial<Filters>) => void }

/** Event type, free text and day (`admin.md §2`). */
export function LogFilters({ filters, onChange }: Props) {
  return (
    <search className="grid items-start gap-3 md:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,2fr)]">
      <SelectField
        label="Event type"
        value={filters.eventType}
        onChange={(event) => onChange({ eventType: event.target.value })}
      >
        <option value="all">All Events</option>
        {auditEvents.map((event) => (
          <option key={event}>{event}</option>
        ))}
      </SelectField>
      <SearchField
        label="Search"
        placeholder="Any part of an entry"
        value={filters.search}
        onChange={(text) => onChange({ search: text })}
      />
      <TextField
        label="Date (UTC)"
        type="date"
        value={filters.date}
        onChange={(event) => onChange({ date: event.target.value })}
      />
    </search>
  )
}
