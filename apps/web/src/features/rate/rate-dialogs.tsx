import type { RatingItem } from '@hotvote/shared/rating'
import { useState } from 'react'
import { toastNotLoaded } from '../../lib/browser/toasts.ts'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { positionOf } from './visit.ts'
import { altOf } from './wording.ts'

const imports = {
  viewer: () => import('./viewer-dialog.tsx').then((file) => file.ViewerDialog),
  keys: () => import('./keys-dialog.tsx').then((file) => file.KeysDialog),
}
const ViewerDialog = lazyComponent(imports.viewer)
const KeysDialog = lazyComponent(imports.keys)

/** A failure is shown only when the viewer is opened. */
export const prefetchViewer = () => void imports.viewer().catch(() => {})

/** What is open above the stage. It is fetched first: when that fails, the screen stays and a toast tells. */
export function useRateDialogs() {
  const [open, setOpen] = useState<RatingItem | 'keys' | null>(null)
  const view = (item: RatingItem) =>
    imports.viewer().then(
      () => setOpen(item),
      () => toastNotLoaded('The full screen view'),
    )
  const showKeys = () =>
    imports.keys().then(
      () => setOpen('keys'),
      () => toastNotLoaded('The list of keys'),
    )
  return { open, view, showKeys, close: () => setOpen(null) }
}

export function RateDialogs({ dialogs: { open, close } }: { dialogs: ReturnType<typeof useRateDialogs> }) {
  if (open === null) return null
  return open === 'keys' ? (
    <KeysDialog onClose={close} />
  ) : (
    <ViewerDialog item={open} alt={altOf(open, positionOf(open.id))} onClose={close} />
  )
}
