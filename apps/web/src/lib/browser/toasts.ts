import { useSyncExternalStore } from 'react'

export type ToastContent = { title: string; description?: string; variant?: 'default' | 'destructive' }
export type ShownToast = ToastContent & { id: number; open: boolean }

/** Milliseconds that a dismissed toast is kept before it is forgotten (`visitor.md §9`). */
const REMOVE_AFTER_MS = 1_000_000

let last = 0
let shown: ShownToast | null = null
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const show = (next: ShownToast | null) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a toast in place of the one there is: at most one is visible (`visitor.md §9`). */
export function toast(content: ToastContent) {
  clearTimeout(removal)
  last += 1
  show({ ...content, id: last, open: true })
}

/** A part that is fetched when it is wanted did not come (offline, or the site was renewed meanwhile). */
export const toastNotLoaded = (part: string) =>
  toast({
    title: `${part} could not be loaded`,
    description: 'Check your connection and try again.',
    variant: 'destructive',
  })

export function dismissToast(id: number) {
  if (shown?.id !== id) return
  show({ ...shown, open: false })
  removal = setTimeout(() => show(null), REMOVE_AFTER_MS)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The toast to show, if any; it stays with `open: false` while it leaves. */
export const shownToast = () => shown
export const useToast = () => useSyncExternalStore(subscribe, shownToast)
