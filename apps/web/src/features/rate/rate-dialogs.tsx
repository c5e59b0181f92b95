import type { RatingItem } from '@hotvote/shared/rating'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { toastNotLoaded } from '../../lib/browser/toasts.ts'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { paths } from '../../lib/visitor/paths.ts'
import { markReported } from './visit.ts'
import type { VotePanelProps } from './vote-panel.tsx'

const imports = {
  viewer: () => import('./viewer-dialog.tsx').then((file) => file.ViewerDialog),
  keys: () => import('./keys-dialog.tsx').then((file) => file.KeysDialog),
  report: () => import('./report-dialog.tsx').then((file) => file.ReportDialog),
}
const ViewerDialog = lazyComponent(imports.viewer)
const KeysDialog = lazyComponent(imports.keys)
const ReportDialog = lazyComponent(imports.report)

/** A failure is shown only when the viewer is opened. */
export const prefetchViewer = () => void imports.viewer().catch(() => {})

/**
 * What is open above the stage. It is fetched first: when that fails, the screen stays and a toast tells. Where there is
 * nothing to look at, the viewer closes.
 */
export function useRateDialogs(isOver: boolean) {
  const [isViewing, setViewing] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const [reported, setReported] = useState<RatingItem | null>(null)
  if (isOver && isViewing) setViewing(false)
  return {
    isViewing,
    showsKeys,
    reported,
    view: () =>
      imports.viewer().then(
        () => setViewing(true),
        () => toastNotLoaded('The full screen view'),
      ),
    showKeys: () =>
      imports.keys().then(
        () => setShowsKeys(true),
        () => toastNotLoaded('The list of keys'),
      ),
    report: (item: RatingItem) =>
      imports.report().then(
        () => setReported(item),
        () => toastNotLoaded('The list of reasons'),
      ),
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
  const { current, isHeld, skip } = panel.rating
  const [, navigate] = useLocation()
  const leaveOut = ({ id }: RatingItem) => {
    markReported(id)
    if (isHeld) navigate(paths.rate)
    else if (id === current?.id) skip()
  }
  return (
    <>
      {isViewing && <ViewerDialog {...panel} alt={alt} onReport={onReport} onClose={dialogs.closeViewer} />}
      {showsKeys && <KeysDialog onClose={dialogs.closeKeys} />}
      {reported && userId !== undefined && (
        <ReportDialog
          item={reported}
          userId={userId}
          onReport={() => leaveOut(reported)}
          onClose={dialogs.closeReport}
        />
      )}
    </>
  )
}
