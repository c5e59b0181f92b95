import { count, counted } from '@hotvote/shared/counted'
import type { BrokenItem, BucketFile, OrphanReport } from '@hotvote/shared/operator/bucket'
import type { Operation } from '@hotvote/shared/operator/operations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Database, Files, HardDrive, Link2, Trash2, Unlink } from 'lucide-react'
import { type ReactNode, useCallback, useRef } from 'react'
import { Link } from 'wouter'
import { mediaPath } from '../../../lib/operator/admin-paths.ts'
import { useAreOperationsFetched, useOperation } from '../../../lib/operator/operations.ts'
import { bucketOverviewQuery, bucketSize } from '../../../lib/operator/totals.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { useSelection } from '../../../ui/data/table-selection.tsx'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { type Deletable, type OnShown, startOrphans, toDeletable } from './bucket.api.ts'
import { DeletionBar, useFileDeletion } from './deletion-bar.tsx'
import { DuplicatesCard } from './duplicates-card.tsx'
import { FileList } from './file-list.tsx'

const FAILED = { title: 'The orphan report could not be started' }

type Props = { gone: ReadonlySet<string>; onDelete: (files: Deletable[]) => void }

function OrphansCard({ gone, onDelete }: Props) {
  const client = useQueryClient()
  // Refresh the totals, because a large bucket is counted only by this scan.
  const onEnded = () => void client.invalidateQueries({ queryKey: bucketOverviewQuery.queryKey })
  const work = useOperation({ kind: 'find-orphans', send: startOrphans, failed: FAILED, onEnded })
  return (
    <OperationCard
      title="Orphan Report"
      purpose="Compares the bucket with the database: files older than an hour that no item uses, and items whose files are missing."
      work={work}
      start={{ text: 'Find Orphans', busy: 'Comparing…' }}
      progress={{ unit: 'files', label: 'Orphan report' }}
      failed="The orphan report failed"
      result={(report, operation) => <Outcome {...{ report, operation, gone, onDelete }} />}
    />
  )
}

type OutcomeProps = Props & { report: OrphanReport; operation: Operation }

function Outcome({ report, operation: { endedAt }, gone, onDelete }: OutcomeProps) {
  const { orphans, brokenItems } = report
  const files = orphans.files.filter(({ key }) => !gone.has(key))
  const items = brokenItems.items.filter(({ key }) => !gone.has(key))
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        <span className="font-semibold">{report.message}</span>{' '}
        <span className="text-mute">
          among {counted(report.totals.totalFiles, 'file')}
          {endedAt && (
            <>
              {' · '}
              <Ago at={endedAt} />
            </>
          )}
        </span>
      </p>
      {files.length > 0 && <OrphanFiles files={files} onDelete={onDelete} />}
      {items.length > 0 && <BrokenItems items={items} onDelete={onDelete} />}
      {orphans.count > orphans.files.length && (
        <p className="text-sm text-mute">
          {count(orphans.count - orphans.files.length)} more files are not listed: run the report again when these are
          gone.
        </p>
      )}
    </div>
  )
}

type FilesProps = { files: BucketFile[]; onDelete: (files: Deletable[]) => void }

const OrphanFiles = ({ files, onDelete }: FilesProps) => (
  <Found
    title={`${counted(files.length, 'file')} without an item`}
    action={`Delete ${counted(files.length, 'orphan file')}`}
    onDelete={() => onDelete(files.map(toDeletable))}
  >
    {files.map(({ key, url, size, lastModified }) => (
      <li key={key} className="flex flex-wrap items-center gap-x-4 border-b border-line px-3 last:border-0">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 min-w-0 flex-1 items-center py-1.5 max-sm:basis-full font-medium break-all hover:underline focus-visible:-outline-offset-2"
        >
          {key}
        </a>
        <span className="text-sm text-mute max-sm:pb-2">
          {bucketSize(size)} · <Ago at={lastModified} />
        </span>
      </li>
    ))}
  </Found>
)

type ItemsProps = { items: BrokenItem[]; onDelete: (files: Deletable[]) => void }

const MISSING = {
  original: 'original',
  display: 'display version',
  thumb: 'thumbnail',
  medium: 'medium version',
  small: 'small version',
  share: 'link preview',
}

const deletable = ({ key, mediaId: id, mediaName: name, votes }: BrokenItem): Deletable => ({
  key,
  item: { id, name, votes },
})

const BrokenItems = ({ items, onDelete }: ItemsProps) => (
  <Found
    title={`${counted(items.length, 'item')} with missing files`}
    action={`Remove ${counted(items.length, 'broken item')}`}
    onDelete={() => onDelete(items.map(deletable))}
  >
    {items.map(({ mediaId, mediaName, votes, missing }) => (
      <li key={mediaId} className="flex flex-wrap items-center gap-x-4 border-b border-line px-3 last:border-0">
        <Link
          href={mediaPath(mediaId)}
          className="flex min-h-11 min-w-0 flex-1 items-center py-1.5 max-sm:basis-full font-medium break-all text-not-ink hover:underline focus-visible:-outline-offset-2"
        >
          {mediaName}
        </Link>
        <span className="text-sm text-mute max-sm:pb-2">
          Missing: {missing.map((variant) => MISSING[variant]).join(', ')} · {counted(votes, 'vote')}
        </span>
      </li>
    ))}
  </Found>
)

type FoundProps = { title: string; action: string; onDelete: () => void; children: ReactNode }

const Found = ({ title, action, onDelete, children }: FoundProps) => (
  <section aria-label={title} className="flex flex-col gap-2">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h3 className="text-base font-semibold">{title}</h3>
      <Button className="text-danger-ink!" onClick={onDelete}>
        <Trash2 aria-hidden className="size-4" />
        {action}
      </Button>
    </div>
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the list
      tabIndex={0}
      aria-label={`List of ${title}`}
      className="max-h-72 overflow-y-auto rounded-control border border-line"
    >
      {children}
    </ul>
  </section>
)

/** Bucket Management screen (`admin.md §2`). */
export function BucketPage() {
  const selection = useSelection<string>((key) => `Select ${key}`)
  const known = useRef(new Map<string, Deletable>())
  const onShown: OnShown = useCallback((files) => {
    for (const file of files) known.current.set(file.key, file)
  }, [])
  const findKnown = (key: string): Deletable => known.current.get(key) ?? { key, item: null }
  const deletion = useFileDeletion((keys) => selection.setAll(keys, false))
  const areFetched = useAreOperationsFetched(['find-duplicates', 'find-orphans'])
  const removeSelected = () => void deletion.remove([...selection.selected].map(findKnown))
  return (
    <AdminPage title="Bucket Management" purpose="Every stored file, with its item, duplicates and orphans.">
      <StorageOverview />
      <DuplicatesCard selection={selection} gone={deletion.gone} onShown={onShown} />
      {areFetched ? (
        <>
          <OrphansCard gone={deletion.gone} onDelete={(files) => void deletion.remove(files)} />
          <FileList
            selection={selection}
            onShown={onShown}
            onDelete={removeSelected}
            isDeleting={deletion.work.isUnderWay}
          />
        </>
      ) : (
        <TableSkeleton />
      )}
      <DeletionBar selection={selection} deletion={deletion} onDelete={removeSelected} />
    </AdminPage>
  )
}

/** Non-breaking space that keeps a tile's height the same if there is no note. */
const EMPTY_NOTE = '\u00a0'
const PROVIDERS = { local: 'Local disk', s3: 'S3 bucket' }

function StorageOverview() {
  const { data, error } = useQuery(bucketOverviewQuery)
  const orDash = (text: string | null | undefined) => text ?? (data || error ? '–' : undefined)
  const totals = data?.totals
  return (
    <section aria-label="Storage overview" className="flex flex-col gap-2">
      <StatTiles>
        <StatTile label="Provider" icon={Database} value={orDash(data && PROVIDERS[data.provider])} />
        <StatTile label="Total files" icon={Files} value={orDash(totals && count(totals.totalFiles))} />
        <StatTile label="Storage used" icon={HardDrive} value={orDash(totals && bucketSize(totals.totalBytes))} />
        <StatTile
          label="Of items"
          icon={Link2}
          value={orDash(totals && count(totals.itemFiles))}
          note={totals ? bucketSize(totals.itemBytes) : EMPTY_NOTE}
        />
        <StatTile
          label="Without an item"
          icon={Unlink}
          value={orDash(totals && count(totals.otherFiles))}
          note={totals ? bucketSize(totals.otherBytes) : EMPTY_NOTE}
        />
      </StatTiles>
      <p className="min-h-5 text-sm text-mute">
        {totals ? (
          <>
            Counted <Ago at={totals.countedAt} />
          </>
        ) : (
          data && 'This bucket is too large to count here. Run the orphan report below.'
        )}
      </p>
    </section>
  )
}
