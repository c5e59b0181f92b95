import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { settingGrid } from './setting-section.tsx'

/** Where a line of text, a field or a picture will be. */
export const Bone = ({ className }: { className: string }) => (
  <span className={clsx('block animate-breathe rounded-md bg-raised', className)} />
)

type Props = { label?: string | undefined; className?: string; children: ReactNode }

/** The layout of what is on its way; `label` says so to those who do not see it. */
export const Skeleton = ({ label = 'Loading…', className, children }: Props) => (
  <div role="status" className={className}>
    <span className="sr-only">{label}</span>
    <div aria-hidden className="contents">
      {children}
    </div>
  </div>
)

/** `count` times the same. */
export const times = (count: number, one: ReactNode) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never moved
  Array.from({ length: count }, (_, n) => <div key={n}>{one}</div>)

type SettingsProps = {
  fields?: number /** The versions that were saved stand below what is in force. */
  hasHistory?: boolean
}

/** Of a `SettingsForm` with its `CurrentConfiguration` beside it. */
export const SettingsSkeleton = ({ fields = 2, hasHistory = false }: SettingsProps) => (
  <Skeleton className={settingGrid}>
    <Card className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        <Bone className="h-6 w-48 max-w-full" />
        <Bone className="h-4 w-full" />
      </div>
      {times(
        fields,
        <div className="flex flex-col gap-2">
          <Bone className="h-4 w-36" />
          <Bone className="h-12 rounded-control" />
          <Bone className="h-4 w-56 max-w-full" />
        </div>,
      )}
      <div className="flex gap-2 border-t border-line pt-5">
        <Bone className="h-11 w-44 rounded-control" />
        <Bone className="h-11 w-36 rounded-control" />
      </div>
    </Card>
    <div className="flex flex-col gap-5">
      <Facts rows={3} />
      {hasHistory && <Facts rows={6} />}
    </div>
  </Skeleton>
)

const Facts = ({ rows }: { rows: number }) => (
  <Card className="flex flex-col gap-6">
    <Bone className="h-5 w-44" />
    {times(
      rows,
      <div className="flex justify-between gap-4">
        <Bone className="h-4 w-24" />
        <Bone className="h-4 w-32" />
      </div>,
    )}
  </Card>
)
