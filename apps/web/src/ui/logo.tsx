import { Flame } from 'lucide-react'
import { siteName } from '../lib/brand.ts'

export function Logo() {
  return (
    <span className="flex min-h-11 items-center gap-2 text-xl font-bold tracking-tight">
      <span className="gradient-hot grid size-7 place-items-center rounded-lg text-white">
        <Flame aria-hidden className="size-4" />
      </span>
      {siteName}
    </span>
  )
}
