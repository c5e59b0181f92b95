import type { ReactNode } from 'react'

export function VisitorShell({ children }: { children: ReactNode }) {
  return <main>{children}</main>
}
