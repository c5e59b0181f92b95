import { type DuplicateGroup, type DuplicateType, duplicateTypes } from '@hotvote/shared/bucket'
import { useState } from 'react'
import { count } from '../../../lib/format.ts'
import { useUrlState } from '../../../lib/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import type { Selection } from '../../../ui/table-selection.tsx'
import { DuplicateGroupCard, typeNames } from './duplicate-group-card.tsx'

/** Groups that are shown at first, and more at a time. */
const STEP = 20
const FILTERS = { duplicates: '' }

type Props = { groups: DuplicateGroup[]; selection: Selection<string> }

/** All but the most recently modified file of each group: the newest comes first (`admin.md §4`). */
const olderOf = (groups: DuplicateGroup[]) => groups.flatMap(({ files }) => files.slice(1).map(({ key }) => key))

/** The groups side by side, and selecting what is there twice. */
export function DuplicateGroups({ groups, selection }: Props) {
  const [filters, change] = useUrlState(FILTERS)
  const [room, setRoom] = useState(STEP)
  const isKnown = duplicateTypes.some((type) => type === filters.duplicates)
  const wanted = isKnown ? groups.filter(({ type }) => type === filters.duplicates) : groups
  const countOf = (type: DuplicateType) => groups.filter((group) => group.type === type).length
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-full sm:w-56">
          <SelectField
            label="Groups"
            value={isKnown ? filters.duplicates : ''}
            onChange={({ target }) => change({ duplicates: target.value })}
          >
            <option value="">All ({count(groups.length)})</option>
            {duplicateTypes.map((type) => (
              <option key={type} value={type}>
                {typeNames[type]} ({count(countOf(type))})
              </option>
            ))}
          </SelectField>
        </div>
        <Button onClick={() => selection.setAll(olderOf(wanted), true)} disabled={wanted.length === 0}>
          Select duplicates
        </Button>
      </div>
      <ul aria-label="Duplicate groups" className="flex flex-col gap-3">
        {wanted.slice(0, room).map((group, index) => (
          <li key={`${group.type} ${group.files[0]?.key}`}>
            <DuplicateGroupCard group={group} place={index + 1} selection={selection} />
          </li>
        ))}
      </ul>
      {wanted.length > room && (
        <Button className="self-center" onClick={() => setRoom(room + STEP)}>
          Show more groups ({count(wanted.length - room)} left)
        </Button>
      )}
    </>
  )
}
