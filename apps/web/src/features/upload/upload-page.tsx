import { counted } from '@hotvote/shared/counted'
import { ChartColumn, CircleStop, ListX, MapPinOff, Trash2, Upload } from 'lucide-react'
import { megabytes } from '../../lib/browser/format.ts'
import { siteName } from '../../lib/session/brand.ts'
import { useClosed } from '../../lib/session/closed.ts'
import { paths } from '../../lib/session/paths.ts'
import { Card } from '../../ui/data/card.tsx'
import { ContactLink } from '../../ui/data/contact-link.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { speedText, timeLeftText } from './upload.api.ts'
import { isActive, isFinished } from './upload-item.ts'
import type { UploadState } from './upload-queue.ts'
import { countTotals, type UploadTotals } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'
import { UploadZone, usePagePaste, useUploadZone } from './upload-zone.tsx'
import { uploads, useUploads } from './uploads.ts'

type Props = { totals: UploadTotals }

function UploadSummary({ totals }: Props) {
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
        <ButtonLink
          href={paths.stats}
          variant={pending === 0 ? 'primary' : 'secondary'}
          className="max-sm:flex-auto max-[359px]:px-3!"
        >
          <ChartColumn aria-hidden className="size-4.5" /> My Stats
        </ButtonLink>
      )}
      {active > 0 && (
        <Button className="max-sm:flex-auto max-[359px]:px-3!" onClick={() => uploads.cancelAll()}>
          <CircleStop aria-hidden className="size-4.5" /> Cancel All
        </Button>
      )}
      <Button
        variant={pending === 0 ? 'secondary' : 'primary'}
        className="max-sm:flex-auto max-[359px]:px-3!"
        disabled={pending === 0 || active > 0}
        onClick={() => uploads.startAll()}
      >
        <Upload aria-hidden className="size-4.5" /> Upload All
      </Button>
    </div>
  )
}

/** Keeps showing the total after the last file, so the list does not jump. */
const showsTotal = ({ active, pending, batch }: UploadTotals) => active > 0 || (pending === 0 && batch.files > 0)

function Total({ batch, isOver }: Pick<UploadTotals, 'batch'> & { isOver: boolean }) {
  const { percent, bytesLeft, speed } = batch
  const sending = [`${percent}%`, speed > 0 ? speedText(speed) : '', timeLeftText(bytesLeft, speed)].filter(Boolean)
  const isProcessing = percent === 100 && !isOver
  return (
    <div className="mt-3">
      <p className="mb-1.5 min-h-5 text-right text-sm text-mute tabular-nums">
        {isProcessing ? 'Processing…' : isOver ? 'Finished' : sending.join(' · ')}
      </p>
      <Progress
        value={percent}
        label="Total progress"
        className={isProcessing ? 'animate-breathe' : isOver ? 'invisible' : ''}
      />
    </div>
  )
}

/** Formats the totals. No other part of the screen shows a count. */
function countsText(totals: UploadTotals) {
  const { files, bytes, active, completed, failed, refused } = totals
  const parts: string[] = []
  if (active > 0 || completed > 0) parts.push(`${completed} of ${counted(files, 'file')} done`)
  else if (files > 0) parts.push(`${counted(files, 'file')}, ${megabytes(bytes)}`)
  if (failed > 0) parts.push(`${failed} failed`)
  if (refused > 0) parts.push(`${refused} refused`)
  return parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' · ')
}

const promises = [
  { icon: MapPinOff, title: 'Location removed', text: 'We remove location and camera details from every file.' },
  {
    icon: ChartColumn,
    title: "See how it's doing",
    text: 'Follow views, votes and Hot % in My Stats.',
  },
  { icon: Trash2, title: 'Delete any time', text: 'Remove an upload whenever you like.' },
]

const UploadPromises = () => (
  <ul className="grid gap-4 px-1 lg:grid-cols-3 lg:gap-5">
    {promises.map(({ icon: Icon, title, text }) => (
      <li key={title} className="flex gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-control bg-raised text-hot-ink">
          <Icon aria-hidden className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 className="text-[0.9375rem] font-semibold tracking-normal">{title}</h2>
          <p className="mt-0.5 text-pretty text-sm text-mute">{text}</p>
        </div>
      </li>
    ))}
  </ul>
)

/** Upload screen (`visitor.md §2`). */
export function UploadPage() {
  const closed = useClosed('uploads')
  const state = useUploads()
  const zone = useUploadZone(closed !== undefined)
  usePagePaste(closed !== undefined)
  const drag = !zone.isDragActive ? 'none' : zone.isDragReject ? 'refused' : 'over'
  return (
    <div {...zone.getRootProps({ className: 'w-full flex-1' })}>
      <title>{`Upload Media · ${siteName}`}</title>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4 md:gap-5 md:p-8">
        <header>
          <h1 className="text-2xl md:text-3xl">Upload Media</h1>
          <p className="mt-1 text-balance text-mute">Share photos and videos, and see how hot they are.</p>
        </header>
        {closed && (
          <p role="status" className="rounded-control bg-warn p-3.5 text-warn-ink">
            <strong>You can't upload.</strong> {closed} <ContactLink />
          </p>
        )}
        <input {...zone.getInputProps({ 'aria-label': 'Choose photos and videos', style: { display: 'none' } })} />
        {!closed && <UploadZone isCompact={state.items.length > 0} drag={drag} onBrowse={zone.open} />}
        {state.items.length > 0 ? <FileList /> : <UploadPromises />}
      </div>
      <p aria-live="polite" className="sr-only">
        <span key={state.announcement.nth}>{state.announcement.text}</span>
      </p>
    </div>
  )
}

function FileList() {
  const state = useUploads()
  return (
    <Card className="p-0! shadow-soft">
      <UploadSummary totals={countTotals(state)} />
      <ul aria-label="Your files" className="divide-y divide-line">
        {state.items.map((item) => (
          <UploadRow key={item.id} item={item} />
        ))}
      </ul>
      <ClearFinished state={state} />
    </Card>
  )
}

function ClearFinished({ state }: { state: UploadState }) {
  if (!state.items.some(isFinished) || state.items.some(isActive)) return null
  return (
    <div className="border-t border-line p-2 text-center">
      <Button variant="ghost" className="text-mute!" onClick={() => uploads.removeFinished()}>
        <ListX aria-hidden className="size-4.5" /> Clear finished
      </Button>
    </div>
  )
}
