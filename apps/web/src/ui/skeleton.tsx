import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'

/** A grey box where a line of text, a field or a picture will be. */
export const Skeleton = ({ className }: { className: string }) => (
  <span className={clsx('block animate-breathe rounded-md bg-raised', className)} />
)

type Props = { label?: string | undefined; className?: string; children: ReactNode }

/** The skeletons of what is loading; `label` says so to those who do not see them. */
export const SkeletonGroup = ({ label = 'Loading…', className, children }: Props) => (
  <div role="status" className={className}>
    <span className="sr-only">{label}</span>
    <div aria-hidden className="contents">
      {children}
    </div>
  </div>
)

/** The same element, `count` times. */
export const repeat = (count: number, one: ReactNode) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never moved
  Array.from({ length: count }, (_, n) => <div key={n}>{one}</div>)

/** The columns of a `SettingSection`: its form, and beside it what is narrower. */
export const settingGrid = 'grid items-start gap-5 grid-cols-1 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'

type SettingsProps = {
  fields?: number /** The versions that were saved stand below what is in force. */
  hasHistory?: boolean
}

/** Of a `SettingSection`. */
export const SettingsSkeleton = ({ fields = 2, hasHistory = false }: SettingsProps) => (
  <SkeletonGroup className={settingGrid}>
    <Card className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-6 w-48 max-w-full" />
        <Skeleton className="h-4 w-full" />
      </div>
      {repeat(
        fields,
        <div className="flex flex-col gap-2">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-12 rounded-control" />
          <Skeleton className="h-4 w-56 max-w-full" />
        </div>,
      )}
      <div className="flex gap-2 border-t border-line pt-5">
        <Skeleton className="h-11 w-44 rounded-control" />
        <Skeleton className="h-11 w-36 rounded-control" />
      </div>
    </Card>
    <div className="flex flex-col gap-5">
      <FactsSkeleton rows={3} />
      {hasHistory && <FactsSkeleton rows={6} />}
    </div>
  </SkeletonGroup>
)

const FactsSkeleton = ({ rows }: { rows: number }) => (
  <Card className="flex flex-col gap-6">
    <Skeleton className="h-5 w-44" />
    {repeat(
      rows,
      <div className="flex justify-between gap-4">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-4 w-32" />
      </div>,
    )}
  </Card>
)
