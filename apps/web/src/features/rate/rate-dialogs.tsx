import type { RatingItem } from '@hotvote/shared/rating'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { paths } from '../../lib/visitor/paths.ts'
import { toastNotLoaded } from '../../lib/visitor/work-under-way.ts'
import { leaveOut } from './use-rating.ts'
import type { VotePanelProps } from './vote-panel.tsx'

const ViewerDialog = lazyComponent(async () => (await import('./viewer-dialog.tsx')).ViewerDialog)
const KeysDialog = lazyComponent(async () => (await import('./keys-dialog.tsx')).KeysDialog)
const ReportDialog = lazyComponent(async () => (await import('./report-dialog.tsx')).ReportDialog)

export const prefetchViewer = ViewerDialog.prefetch

/** Fetches a dialog before it opens; a failure shows a toast. */
const fetched = ({ fetch }: { fetch: () => Promise<unknown> }, name: string, open: () => void) =>
  fetch().then(open, () => toastNotLoaded(name))

/** The dialogs above the stage; the viewer closes if there is no item. */
export function useRateDialogs(isOver: boolean) {
  const [isViewing, setViewing] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const [reported, setReported] = useState<RatingItem | null>(null)
  if (isOver && isViewing) setViewing(false)
  return {
    isViewing,
    showsKeys,
    reported,
    view: () => fetched(ViewerDialog, 'The full screen view', () => setViewing(true)),
    showKeys: () => fetched(KeysDialog, 'The list of keys', () => setShowsKeys(true)),
    report: (item: RatingItem) => fetched(ReportDialog, 'The list of reasons', () => setReported(item)),
    closeReport: () => setReported(null),
    closeViewer: () => setViewing(false),
    closeKeys: () => setShowsKeys(false),
  }
}

type Props = {
  dialogs: ReturnType<typeof useRateDialogs>
  alt: string
  panel: VotePanelProps
  userId: number | undefined
  onReport: (() => void) | undefined
}

export function RateDialogs({ dialogs, alt, panel, userId, onReport }: Props) {
  const { isViewing, showsKeys, reported } = dialogs
  const { isHeld } = panel.rating
  const [, navigate] = useLocation()
  const onReported = ({ id }: RatingItem) => {
    leaveOut(id)
    if (isHeld) navigate(paths.rate)
  }
  return (
    <>
      {isViewing && <ViewerDialog {...panel} alt={alt} onReport={onReport} onClose={dialogs.closeViewer} />}
      {showsKeys && <KeysDialog onClose={dialogs.closeKeys} />}
      {reported && userId !== undefined && (
        <ReportDialog
          item={reported}
          userId={userId}
          onReport={() => onReported(reported)}
          onClose={dialogs.closeReport}
        />
      )}
    </>
  )
}
