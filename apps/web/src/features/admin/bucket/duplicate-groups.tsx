import { type DuplicateGroup, duplicateTypes, isSamePicture, spareCopies } from '@hotvote/shared/bucket'
import { count } from '@hotvote/shared/counted'
import { useEffect, useMemo, useState } from 'react'
import { useUrlState } from '../../../lib/browser/url-state.ts'
import type { Selection } from '../../../ui/data/table-selection.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { deletableOf } from './deletable.ts'
import { DuplicateGroupCard, typeNames } from './duplicate-group-card.tsx'
import type { OnShown } from './use-shown-files.ts'

/** Groups that are shown at first, and more at a time. */
const STEP = 20
const ALL = 'all'
const FILTERS = { duplicates: '' }

type Props = { groups: DuplicateGroup[]; selection: Selection<string>; onShown: OnShown }

/** What is asked about the files of a group before they go: of the spare ones the copy that stays is shown, too. */
function deletablesOf({ type, files }: DuplicateGroup, spare: ReadonlySet<string>) {
  const [first, ...others] = files.map(deletableOf)
  if (!first) return []
  const original = isSamePicture(type) ? first : undefined
  return [first, ...others.map((file) => (spare.has(file.key) ? { ...file, copyOf: original } : file))]
}

/** The groups of the type that the address names, and the keys that could go. */
function useFilteredGroups(groups: DuplicateGroup[], onShown: OnShown) {
  const [{ duplicates }, change] = useUrlState(FILTERS)
  const chosen = [...duplicateTypes, ALL].find((known) => known === duplicates)
  // The types are in order of certainty: the first one with a group opens.
  const type = chosen ?? duplicateTypes.find((known) => groups.some((group) => group.type === known)) ?? ALL
  const filtered = useMemo(
    () => (type === ALL ? groups : groups.filter((group) => group.type === type)),
    [groups, type],
  )
  const spare = useMemo(() => spareCopies(groups, filtered), [groups, filtered])
  useEffect(() => {
    const known = new Set(spare)
    onShown(
      'groups',
      filtered.flatMap((group) => deletablesOf(group, known)),
    )
  }, [filtered, spare, onShown])
  return { type, filtered, spare, show: (next: string) => change({ duplicates: next }) }
}

/** The groups side by side, and selecting what is there twice. */
export function DuplicateGroups({ groups, selection, onShown }: Props) {
  const { type, filtered, spare, show } = useFilteredGroups(groups, onShown)
  const [limit, setLimit] = useState(STEP)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-full sm:w-56">
          <SelectField label="Groups" value={type} onChange={({ target }) => show(target.value)}>
            <option value={ALL}>All ({count(groups.length)})</option>
            {duplicateTypes.map((each) => (
              <option key={each} value={each}>
                {typeNames[each]} ({count(groups.filter((group) => group.type === each).length)})
              </option>
            ))}
          </SelectField>
        </div>
        <Button onClick={() => selection.setAll(spare, true)} disabled={spare.length === 0}>
          Select duplicates
        </Button>
      </div>
      {filtered.some((group) => !isSamePicture(group.type)) && (
        <p className="text-mute">
          Files of the same name or size are often different pictures: look at them, and tick them one by one.
        </p>
      )}
      {filtered.length === 0 && <p className="text-mute">No groups of this type.</p>}
      <ul aria-label="Duplicate groups" className="flex flex-col gap-3">
        {filtered.slice(0, limit).map((group, index) => (
          <li key={`${group.type} ${group.files[0]?.key}`}>
            <DuplicateGroupCard group={group} place={index + 1} selection={selection} />
          </li>
        ))}
      </ul>
      {filtered.length > limit && (
        <Button className="self-center" onClick={() => setLimit(limit + STEP)}>
          Show more groups ({count(filtered.length - limit)} left)
        </Button>
      )}
    </>
  )
}
