import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'

type Run = { id: number; adCode: string }

/**
 * Runs code, saved or not, in a frame with an origin of its own: it reaches neither this page nor the operator's
 * credentials (docs/decisions/021). Nothing that the frame says is listened to.
 */
export function AdPreview({ adCode }: { adCode: string }) {
  const [run, setRun] = useState<Run>()
  return (
    <section aria-label="Ad preview" className="flex flex-col gap-3 rounded-control bg-raised p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="text-sm font-semibold">Preview</h3>
          <p className="text-sm text-mute">
            Runs the code above once, saved or not, cut off from this page. Networks may count it as shown.
          </p>
        </div>
        <Button disabled={adCode.trim() === ''} onClick={() => setRun((last) => ({ id: (last?.id ?? 0) + 1, adCode }))}>
          <Play aria-hidden className="size-4" />
          {run ? 'Run Again' : 'Run Preview'}
        </Button>
      </div>
      {run && <PreviewFrame key={run.id} adCode={run.adCode} />}
    </section>
  )
}

function PreviewFrame({ adCode }: { adCode: string }) {
  const [isSent, setSent] = useState(false)
  return (
    <iframe
      title="Ad preview"
      src="/adm/ad-preview"
      sandbox="allow-scripts"
      className="h-62.5 w-full rounded-control border border-line bg-white"
      onLoad={({ currentTarget }) => {
        // What was sent replaces the frame's page, which is heard as another load.
        if (isSent) return
        setSent(true)
        // An origin of its own has no name to send to. The code is no secret, and the frame loads nothing but our own.
        currentTarget.contentWindow?.postMessage(adCode, '*')
      }}
    />
  )
}
