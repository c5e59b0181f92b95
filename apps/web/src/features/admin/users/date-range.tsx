import { FIRST_YEAR, LAST_DAYS } from '@hotvote/shared/users'
import { CalendarRange, ChevronDown } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import { Badge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { activeDateFilters, type DateFilters, NO_DATE_FILTERS } from './user-filters.ts'

type Props = { filters: DateFilters; onApply: (dates: DateFilters) => void }

const months = Array.from({ length: 12 }, (_, month) =>
  new Date(FIRST_YEAR, month).toLocaleDateString('en-US', { month: 'long' }),
)

/** From this year down to the first one that is offered. */
const years = () => {
  const now = new Date().getFullYear()
  return Array.from({ length: now - FIRST_YEAR + 1 }, (_, n) => now - n)
}

/** Collapsible (`admin.md §2`); open from the start when a date filter is set. */
export function DateRange({ filters, onApply }: Props) {
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

const datesOf = (form: HTMLFormElement): DateFilters => {
  const data = new FormData(form)
  const read = (key: string) => String(data.get(key) ?? '')
  return {
    dateField: read('dateField'),
    lastDays: read('lastDays'),
    year: read('year'),
    month: read('month'),
    from: read('from'),
    to: read('to'),
  }
}

/** Nothing happens before Apply Filters. */
function Dates({ filters, onApply }: Props) {
  const [error, setError] = useState<string>()
  const [dates, setDates] = useState(filters)
  const address = JSON.stringify(filters)
  const [shown, setShown] = useState(address)
  const show = (next: DateFilters) => {
    setShown(address)
    setDates(next)
    setError(undefined)
  }
  // The address is the truth: what it says replaces what stood here.
  if (address !== shown) show(filters)
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = datesOf(event.currentTarget)
    const isBackwards = chosen.from !== '' && chosen.to !== '' && chosen.from > chosen.to
    setError(isBackwards ? 'The last day is before the first one.' : undefined)
    if (!isBackwards) onApply(chosen)
  }
  const reset = () => {
    show(NO_DATE_FILTERS)
    onApply(NO_DATE_FILTERS)
  }
  return (
    <form noValidate onSubmit={apply} className="flex flex-col gap-4">
      <DateFields dates={dates} onChange={(changes) => setDates({ ...dates, ...changes })} error={error} />
      <p className="text-sm text-mute">
        Days, months and years are those of UTC; the list shows times in the time zone of this browser.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          Apply Filters
        </Button>
        <Button onClick={reset}>Reset Filters</Button>
      </div>
    </form>
  )
}

type FieldsProps = { dates: DateFilters; onChange: (changes: Partial<DateFilters>) => void; error: string | undefined }

function DateFields({ dates, onChange, error }: FieldsProps) {
  const field = (name: keyof DateFilters) => ({
    name,
    value: dates[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange({ [name]: target.value }),
  })
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <SelectField label="Date" {...field('dateField')}>
        <option value="createdAt">Joined</option>
        <option value="lastLoginAt">Last Login</option>
      </SelectField>
      <SelectField label="Last days" {...field('lastDays')}>
        <option value="">Any time</option>
        {LAST_DAYS.map((days) => (
          <option key={days} value={days}>
            {days === 1 ? 'Last 1 day' : `Last ${days} days`}
          </option>
        ))}
      </SelectField>
      <SelectField label="Year" {...field('year')}>
        <option value="">Any year</option>
        {years().map((year) => (
          <option key={year}>{year}</option>
        ))}
      </SelectField>
      <SelectField label="Month" {...field('month')}>
        <option value="">Any month</option>
        {months.map((name, n) => (
          <option key={name} value={n + 1}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label="From" type="date" {...field('from')} />
      <TextField label="To" type="date" {...field('to')} error={error} />
    </div>
  )
}
