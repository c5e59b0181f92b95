import type { ReactNode } from 'react'

/** A word or two in the corner of a picture; its frame is `relative`. */
export const PictureBadge = ({ children }: { children: ReactNode }) => (
  <span className="pointer-events-none absolute top-2 left-2 rounded-full bg-black/70 px-2.5 py-0.5 text-xs font-semibold text-white">
    {children}
  </span>
)
