import { store } from './store.ts'

export type ToastContent = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** Button in the toast. `hint` describes an alternative for screen reader users. */
  action?: { label: string; hint: string; run: () => void }
}
type ShownToast = ToastContent & { id: number; open: boolean }

/** Milliseconds from dismissal to removal (`visitor.md §9`). */
const REMOVE_AFTER_MS = 1_000_000

let last = 0
let removal: ReturnType<typeof setTimeout> | undefined
const shown = store<ShownToast | null>(null)

/** Shows a toast and replaces the visible one, because at most one is shown (`visitor.md §9`). */
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

/** Current toast, which has `open: false` during its exit animation. */
export const { get: shownToast, use: useToast } = shown
