/** Milliseconds (`visitor.md §9`). */
export const TOAST_DURATION_MS = 5000

/** At the top, on wide screens bottom right (`visitor.md §2`), there above what one votes with. */
export const TOAST_PLACE =
  'mx-safe fixed inset-x-0 top-0 z-50 flex flex-col p-4 md:top-auto md:right-0 md:bottom-[var(--toast-bottom,0px)] md:left-auto md:w-full md:max-w-[420px]'
