import { counted } from '@hotvote/shared/counted'
import type { Operation } from '@hotvote/shared/operator/operations'
import type { ExportResult, exportVotes } from '@hotvote/shared/operator/votes'
import { mutationOptions, useMutation, useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { readFileName, saveFile } from '../../../lib/api/download.ts'
import { megabytes } from '../../../lib/browser/format.ts'
import { fetchFileAsOperator, startOperation } from '../../../lib/operator/call-as-operator.ts'
import { useOperation } from '../../../lib/operator/operations.ts'
import { mediaTotalsQuery } from '../../../lib/operator/totals.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { Button } from '../../../ui/forms/button.tsx'

const FAILED = { title: 'Failed to export votes data' }

const startExport = () => startOperation<typeof exportVotes>('GET /api/admin/export-votes')

const downloadExport = mutationOptions({
  mutationFn: async (operationId: number) => {
    const answer = await fetchFileAsOperator(`/api/admin/export-votes?operation=${operationId}`)
    await saveFile(answer, readFileName(answer, `votes_export_${new Date().toISOString().slice(0, 10)}.xlsx`))
  },
  meta: { failed: FAILED },
})

const COLUMNS = [
  ['user_id', 'who voted'],
  ['media_id', 'on which item'],
  ['is_hot', 'true for Hot, false for Not'],
  ['voted_at', 'when, in UTC'],
]

/** Export Votes screen (`admin.md §2`). */
export function VoteExportPage() {
  const { data: totals } = useQuery(mediaTotalsQuery)
  const { mutate: download, isPending: isDownloading } = useMutation(downloadExport)
  // Start the download automatically only if this page requested the export.
  const onEnded = ({ id, status }: Operation, request: unknown) => request && status === 'done' && download(id)
  const work = useOperation({ kind: 'export-votes', send: startExport, failed: FAILED, onEnded })
  const isBusy = work.isUnderWay || isDownloading
  return (
    <AdminPage title="Export Votes" purpose="Every vote as an Excel file.">
      <div className="flex flex-col gap-4 lg:max-w-3xl">
        <OperationCard
          title={totals?.totalVotes ? `All ${counted(totals.totalVotes, 'vote')}` : 'All votes'}
          purpose="One row per vote, from a single snapshot. Over a million rows continue on another sheet."
          work={work}
          action={
            <Button variant="primary" onClick={() => work.start()} isBusy={isBusy || work.isPending}>
              <FileDown aria-hidden className="size-5" />
              {work.isUnderWay ? 'Exporting…' : isDownloading ? 'Downloading…' : 'Export Votes'}
            </Button>
          }
          progress={{ unit: 'votes', label: 'Vote export' }}
          result={(result, operation) => <LastExport {...{ result, operation, download, isDownloading }} />}
        />
        <Columns />
      </div>
    </AdminPage>
  )
}

function Columns() {
  return (
    <dl className="grid gap-x-6 gap-y-2 rounded-control bg-raised p-4 sm:grid-cols-2">
      {COLUMNS.map(([name, meaning]) => (
        <div key={name} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3">
          <dt className="font-mono text-sm leading-6 font-semibold">{name}</dt>
          <dd className="text-mute">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

type LastProps = {
  result: ExportResult
  operation: Operation
  download: (id: number) => void
  isDownloading: boolean
}

function LastExport({ result, operation, download, isDownloading }: LastProps) {
  if (operation.status === 'stopped') return <p role="status">Stopped before a file was created.</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <p role="status" className="min-w-0 flex-1 basis-64">
        <strong>{counted(result.rows, 'vote')} exported</strong>
        <span className="block text-sm text-mute">
          {megabytes(result.bytes)}, {operation.endedAt && <Ago at={operation.endedAt} />}
          {result.setAside ? `. ${counted(result.setAside, 'vote')} set aside, on a sheet of their own` : ''}
        </span>
      </p>
      <Button onClick={() => download(operation.id)} isBusy={isDownloading}>
        {isDownloading ? 'Downloading…' : 'Download Again'}
      </Button>
    </div>
  )
}
