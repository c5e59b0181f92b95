import { counted } from '@hotvote/shared/counted'
import { ChartColumn, CircleStop, Upload } from 'lucide-react'
import { megabytes } from '../../lib/browser/format.ts'
import { paths } from '../../lib/session/paths.ts'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { speedText, timeLeftText } from './transfer-text.ts'
import type { UploadTotals } from './upload-totals.ts'
import { uploads } from './uploads.ts'

type Props = { totals: UploadTotals }

export function UploadSummary({ totals }: Props) {
  return (
    <div className="sticky top-0 z-10 rounded-t-card border-b border-line bg-panel p-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-36 flex-1">
          <h2 className="text-lg">Your files</h2>
          <p className="text-sm text-mute">{countsText(totals)}</p>
        </div>
        <AllActions totals={totals} />
      </div>
      {showsTotal(totals) && <Total batch={totals.batch} isOver={totals.active === 0} />}
    </div>
  )
}

function AllActions({ totals }: Props) {
  const { pending, active, completed } = totals
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      {completed > 0 && active === 0 && (
        <ButtonLink href={paths.stats} variant={pending === 0 ? 'primary' : 'secondary'} className="max-sm:flex-1">
          <ChartColumn aria-hidden className="size-4.5" /> My Stats
        </ButtonLink>
      )}
      {active > 0 && (
        <Button className="max-sm:flex-1" onClick={() => uploads.cancelAll()}>
          <CircleStop aria-hidden className="size-4.5" /> Cancel All
        </Button>
      )}
      <Button
        variant={pending === 0 ? 'secondary' : 'primary'}
        className="max-sm:flex-1"
        disabled={pending === 0 || active > 0}
        onClick={() => uploads.startAll()}
      >
        <Upload aria-hidden className="size-4.5" /> Upload All
      </Button>
    </div>
  )
}

/** The total stays after the last file, so the list does not jump under the finger. */
const showsTotal = ({ active, pending, batch }: UploadTotals) => active > 0 || (pending === 0 && batch.files > 0)

function Total({ batch, isOver }: Pick<UploadTotals, 'batch'> & { isOver: boolean }) {
  const { done, files, percent, bytesLeft, speed } = batch
  const sending = [`${percent}%`, speed > 0 ? speedText(speed) : '', timeLeftText(bytesLeft, speed)].filter(Boolean)
  const isProcessing = percent === 100 && !isOver
  return (
    <div className="mt-3">
      <p className="mb-1.5 flex justify-between gap-4 text-sm">
        <span className="font-medium">
          {done} of {counted(files, 'file')} done
        </span>
        <span className="text-mute">{isProcessing ? 'Processing…' : !isOver && sending.join(' · ')}</span>
      </p>
      <Progress value={percent} label="Total progress" className={isProcessing ? 'animate-breathe' : ''} />
    </div>
  )
}

function countsText({ files, bytes, pending, completed, failed, refused }: UploadTotals) {
  const parts = [files > 0 && `${counted(files, 'file')}, ${megabytes(bytes)}`]
  if (pending > 0) parts.push(`${pending} to upload`)
  if (completed > 0) parts.push(`${completed} done`)
  if (failed > 0) parts.push(`${failed} failed`)
  if (refused > 0) parts.push(`${refused} refused`)
  return parts
    .filter((part) => part !== false)
    .map((part) => part.replaceAll(' ', '\u00a0'))
    .join(' · ')
}
