import { useState } from 'react'
import { toastNotLoaded } from '../../lib/browser/toasts.ts'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import type { VotePanelProps } from './vote-panel.tsx'

const imports = {
  viewer: () => import('./viewer-dialog.tsx').then((file) => file.ViewerDialog),
  keys: () => import('./keys-dialog.tsx').then((file) => file.KeysDialog),
}
const ViewerDialog = lazyComponent(imports.viewer)
const KeysDialog = lazyComponent(imports.keys)

/** A failure is shown only when the viewer is opened. */
export const prefetchViewer = () => void imports.viewer().catch(() => {})

/**
 * What is open above the stage. It is fetched first: when that fails, the screen stays and a toast tells. Where there is
 * nothing to look at, the viewer closes.
 */
export function useRateDialogs(isOver: boolean) {
  const [isViewing, setViewing] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  if (isOver && isViewing) setViewing(false)
  return {
    isViewing,
    showsKeys,
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
    closeViewer: () => setViewing(false),
    closeKeys: () => setShowsKeys(false),
  }
}

type Props = { dialogs: ReturnType<typeof useRateDialogs>; alt: string; panel: VotePanelProps }

export function RateDialogs({ dialogs: { isViewing, showsKeys, closeViewer, closeKeys }, alt, panel }: Props) {
  return (
    <>
      {isViewing && <ViewerDialog {...panel} alt={alt} onClose={closeViewer} />}
      {showsKeys && <KeysDialog onClose={closeKeys} />}
    </>
  )
}
