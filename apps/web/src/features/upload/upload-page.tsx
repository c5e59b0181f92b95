import { ListX } from 'lucide-react'
import { siteName } from '../../lib/session/brand.ts'
import { useSession } from '../../lib/session/session.ts'
import { Card } from '../../ui/data/card.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { isActive, isFinished } from './upload-item.ts'
import { UploadPromises } from './upload-promises.tsx'
import type { UploadState } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'
import { UploadSummary } from './upload-summary.tsx'
import { countTotals } from './upload-totals.ts'
import { UploadZone } from './upload-zone.tsx'
import { uploads, useUploads } from './uploads.ts'
import { usePagePaste } from './use-page-paste.ts'
import { useUploadZone } from './use-upload-zone.ts'

/** Upload screen (`visitor.md §2`). */
export function UploadPage() {
  const { data: user } = useSession()
  const state = useUploads()
  const zone = useUploadZone()
  usePagePaste()
  const drag = !zone.isDragActive ? 'none' : zone.isDragReject ? 'refused' : 'over'
  return (
    <div {...zone.getRootProps({ className: 'w-full flex-1' })}>
      <title>{`Upload Media · ${siteName}`}</title>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4 md:gap-5 md:p-8">
        <header>
          <h1 className="text-2xl md:text-3xl">Upload Media</h1>
          <p className="mt-1 text-balance text-mute">Share photos and videos, and see how hot they are.</p>
        </header>
        {user?.isBlocked && (
          <p role="status" className="rounded-control bg-warn p-3.5 text-warn-ink">
            <strong>You can't upload.</strong> This account has been blocked, but you can still browse.
          </p>
        )}
        <input {...zone.getInputProps({ 'aria-label': 'Choose photos and videos', style: { display: 'none' } })} />
        <UploadZone isCompact={state.items.length > 0} drag={drag} onBrowse={zone.open} />
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
      <Button variant="ghost" className="text-mute" onClick={() => uploads.removeFinished()}>
        <ListX aria-hidden className="size-4.5" /> Clear completed
      </Button>
    </div>
  )
}
