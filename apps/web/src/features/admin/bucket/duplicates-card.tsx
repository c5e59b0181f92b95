import { count, counted } from '@hotvote/shared/counted'
import {
  type DuplicateFile,
  type DuplicateGroup,
  type DuplicateResult,
  type DuplicateType,
  duplicateTypes,
  isSamePicture,
  spareCopies,
} from '@hotvote/shared/operator/bucket'
import type { Operation } from '@hotvote/shared/operator/operations'
import { useEffect, useState } from 'react'
import { useUrlState } from '../../../lib/browser/url-state.ts'
import { useOperation } from '../../../lib/operator/operations.ts'
import { bucketSize } from '../../../lib/operator/totals.ts'
import { Ago } from '../../../ui/data/ago.tsx'
import { Badge, type Tone } from '../../../ui/data/badge.tsx'
import { type Selection, SelectionCheckbox } from '../../../ui/data/table-selection.tsx'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { PictureBadge } from '../../../ui/media/thumbnail.tsx'
import { type OnShown, startDuplicates, toDeletable } from './bucket.api.ts'
import { FilePicture } from './file-picture.tsx'

const FAILED = { title: 'Failed to find duplicates' }

type Props = { selection: Selection<string>; gone: ReadonlySet<string>; onShown: OnShown }

/** Card for finding duplicate files (`admin.md §2`). */
export function DuplicatesCard({ selection, gone, onShown }: Props) {
  const work = useOperation({ kind: 'find-duplicates', send: startDuplicates, failed: FAILED })
  return (
    <OperationCard
      title="Duplicate Detection"
      purpose="Finds originals with the same content, the same look, the same name or the same size. Only the first two mean that the pictures are the same."
      work={work}
      start={{ text: 'Find Duplicates', busy: 'Searching…' }}
      progress={{ unit: 'files', label: 'Duplicate search' }}
      result={(result, operation) => <Outcome {...{ result, operation, selection, gone, onShown }} />}
    />
  )
}

type OutcomeProps = Props & { result: DuplicateResult; operation: Operation }

function Outcome({ result, operation: { endedAt }, selection, gone, onShown }: OutcomeProps) {
  const groups = result.duplicateGroups
    .map((group) => ({ ...group, files: group.files.filter(({ key }) => !gone.has(key)) }))
    .filter(({ files }) => files.length > 1)
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        <span className="font-semibold">{result.message}</span>{' '}
        <span className="text-mute">
          · {counted(result.totalFiles, 'file')} searched
          {result.potentialDeletions > 0 && ` · ${count(result.potentialDeletions)} can be deleted`}
          {endedAt && (
            <>
              {' · '}
              <Ago at={endedAt} />
            </>
          )}
        </span>
      </p>
      {groups.length > 0 && <DuplicateGroups groups={groups} selection={selection} onShown={onShown} />}
    </div>
  )
}

const STEP = 20
const ALL = 'all'
const FILTERS = { duplicates: '' }

type DuplicateGroupsProps = { groups: DuplicateGroup[]; selection: Selection<string>; onShown: OnShown }

function useFilteredGroups(groups: DuplicateGroup[], onShown: OnShown) {
  const [{ duplicates }, change] = useUrlState(FILTERS)
  const chosen = [...duplicateTypes, ALL].find((known) => known === duplicates)
  // Default to the first type with results, because types are sorted by certainty.
  const type = chosen ?? duplicateTypes.find((known) => groups.some((group) => group.type === known)) ?? ALL
  const filtered = type === ALL ? groups : groups.filter((group) => group.type === type)
  useEffect(() => onShown(filtered.flatMap(({ files }) => files.map(toDeletable))), [filtered, onShown])
  return { type, filtered, spare: spareCopies(groups, filtered), show: (next: string) => change({ duplicates: next }) }
}

function DuplicateGroups({ groups, selection, onShown }: DuplicateGroupsProps) {
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
          Files with the same name or size are often different pictures. Check and select them one by one.
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

const typeNames: Record<DuplicateType, string> = {
  content: 'Content',
  visual: 'Look',
  name: 'Name',
  size: 'Size',
}
const tones: Record<DuplicateType, Tone> = { content: 'danger', visual: 'warn', name: 'info', size: 'neutral' }

type DuplicateGroupCardProps = {
  group: DuplicateGroup
  /** Position of the group in the list, starting at 1. */
  place: number
  selection: Selection<string>
}

function DuplicateGroupCard({ group: { type, criteria, files }, place, selection }: DuplicateGroupCardProps) {
  return (
    <section aria-label={`Group ${place}: ${criteria}`} className="rounded-control border border-line p-3">
      <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[type]}>{typeNames[type]}</Badge>
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{criteria}</span>
        <span className="text-sm text-mute">{counted(files.length, 'file')}</span>
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the list
        tabIndex={0}
        aria-label={`Files: ${criteria}`}
        className="flex gap-3 overflow-x-auto pb-1"
      >
        {files.map((file, index) => (
          <li key={file.key} className="w-44 shrink-0">
            <FileCard file={file} isKept={index === 0 && isSamePicture(type)} selection={selection} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FileCard({ file, isKept, selection }: { file: DuplicateFile; isKept: boolean; selection: Selection<string> }) {
  const isSelected = selection.selected.has(file.key)
  return (
    <div
      className={`relative h-full overflow-hidden rounded-control border ${isSelected ? 'border-hot-ink ring-1 ring-hot-ink ring-inset' : 'border-line'}`}
    >
      <a href={file.url} target="_blank" rel="noreferrer" className="block focus-visible:-outline-offset-4">
        <span className="sr-only">Open {file.key}</span>
        <FilePicture file={file} className="" />
      </a>
      <span className="absolute top-1.5 right-1.5 rounded-control bg-panel/90">
        <SelectionCheckbox
          label={`Select ${file.key}`}
          checked={isSelected}
          onChange={() => selection.toggle(file.key)}
        />
      </span>
      {isKept && <PictureBadge>Keep</PictureBadge>}
      <div className="p-2.5 text-sm">
        <p className="truncate font-semibold" title={file.originalName}>
          {file.originalName}
        </p>
        <p className="text-mute">{bucketSize(file.size)}</p>
        <p className="text-xs/5 text-mute">
          <Ago at={file.lastModified} />
        </p>
        <p className="text-mute">{file.usedBy ? counted(file.usedBy.votes, 'vote') : 'No item'}</p>
      </div>
    </div>
  )
}
