import { type DuplicateFile, type DuplicateGroup, type DuplicateType, isSamePicture } from '@hotvote/shared/bucket'
import { counted } from '@hotvote/shared/counted'
import { dateTime } from '../../../lib/browser/format.ts'
import { bucketSize } from '../../../lib/operator/bucket-size.ts'
import { Badge, type Tone } from '../../../ui/data/badge.tsx'
import { type Selection, SelectionCheckbox } from '../../../ui/data/table-selection.tsx'
import { PictureBadge } from '../../../ui/media/thumbnail.tsx'
import { FilePicture } from './file-picture.tsx'

export const typeNames: Record<DuplicateType, string> = {
  content: 'Content',
  visual: 'Look',
  name: 'Name',
  size: 'Size',
}
const tones: Record<DuplicateType, Tone> = { content: 'danger', visual: 'warn', name: 'info', size: 'neutral' }

type Props = {
  group: DuplicateGroup /** Among those that are shown, from 1. */
  place: number
  selection: Selection<string>
}

/** Files that have something in common; of the same picture the first one is the one to keep. */
export function DuplicateGroupCard({ group: { type, criteria, files }, place, selection }: Props) {
  return (
    <section aria-label={`Group ${place}: ${criteria}`} className="rounded-control border border-line p-3">
      <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[type]}>{typeNames[type]}</Badge>
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{criteria}</span>
        <span className="text-sm text-mute">{counted(files.length, 'file')}</span>
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be within reach of the keyboard
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
        <p className="truncate text-xs/5 text-mute">{dateTime(file.lastModified)}</p>
        <p className="text-mute">{file.usedBy ? counted(file.usedBy.votes, 'vote') : 'No item'}</p>
      </div>
    </div>
  )
}
