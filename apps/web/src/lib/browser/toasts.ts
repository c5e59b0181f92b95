import { store } from './store.ts'

export type ToastContent = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** Offered beside the text as long as it is shown; `hint` says where else it is done, for those who miss it. */
  action?: { label: string; hint: string; run: () => void }
}
type ShownToast = ToastContent & { id: number; open: boolean }

/** Milliseconds that a dismissed toast is kept before it is forgotten (`visitor.md §9`). */
const REMOVE_AFTER_MS = 1_000_000

let last = 0
let removal: ReturnType<typeof setTimeout> | undefined
const shown = store<ShownToast | null>(null)

/** Shows a toast in place of the one there is: at most one is visible (`visitor.md §9`). */
export function toast(content: ToastContent) {
  clearTimeout(removal)
  last += 1
  shown.set({ ...content, id: last, open: true })
}

export function dismissToast(id: number) {
  const current = shown.get()
  if (current?.id !== id) return
  shown.set({ ...current, open: false })
  removal = setTimeout(() => shown.set(null), REMOVE_AFTER_MS)
}

/** The toast to show, if any; it stays with `open: false` while it leaves. */
export const { get: shownToast, use: useToast } = shown
