import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Card } from '../data/card.tsx'
import { Spinner } from './spinner.tsx'

export const Skeleton = ({ className }: { className: string }) => (
  <span className={clsx('block animate-breathe rounded-md bg-raised', className)} />
)

const SkeletonGroup = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div role="status" className={className}>
    <span className="sr-only">Loading…</span>
    <div aria-hidden className="contents">
      {children}
    </div>
  </div>
)

const repeat = (count: number, one: ReactNode) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: identical and never reordered
  Array.from({ length: count }, (_, n) => <div key={n}>{one}</div>)

type RowProps = {
  className: string
  boxes: string[]
}

export const SkeletonRow = ({ className, boxes }: RowProps) => (
  <div className={className}>
    {boxes.map((box) => (
      <Skeleton key={box} className={box} />
    ))}
  </div>
)

const SkeletonRows = ({ count, ...row }: RowProps & { count: number }) => repeat(count, <SkeletonRow {...row} />)

export const settingColumn = 'flex w-full flex-col gap-5 lg:max-w-3xl'

type SettingsProps = { fields: number; hasHistory: boolean }

export const SettingsSkeleton = ({ fields, hasHistory }: SettingsProps) => (
  <SkeletonGroup className={settingColumn}>
    <Card className="relative flex flex-col gap-5">
      <Spinner className="absolute inset-0 m-auto size-7" />
      <SkeletonRow className="flex flex-col gap-3" boxes={['h-6 w-48 max-w-full', 'h-4 w-full']} />
      <SkeletonRows
        count={fields}
        className="flex flex-col gap-2"
        boxes={['h-4 w-36', 'h-12 rounded-control', 'h-4 w-56 max-w-full']}
      />
      <SkeletonRow
        className="flex flex-wrap gap-2 border-t border-line pt-5"
        boxes={['h-11 w-44 rounded-control', 'h-11 w-36 rounded-control', 'h-11 w-28 rounded-control']}
      />
    </Card>
    {hasHistory && <CardSkeleton rows={6} />}
  </SkeletonGroup>
)

export const CardSkeleton = ({ rows }: { rows: number }) => (
  <SkeletonGroup>
    <Card className="flex flex-col gap-6">
      <Skeleton className="h-5 w-44" />
      <SkeletonRows count={rows} className="flex justify-between gap-4" boxes={['h-4 w-24', 'h-4 w-32']} />
    </Card>
  </SkeletonGroup>
)

type CardsProps = {
  count: number
  className: string
  bodyClassName: string
  boxes: string[]
}

export const CardSkeletons = ({ count, className, bodyClassName, boxes }: CardsProps) => (
  <div aria-hidden className={className}>
    {repeat(
      count,
      <div className="animate-breathe overflow-hidden rounded-card border border-line bg-panel">
        <div className="aspect-[4/3] bg-stage" />
        <div className={clsx('flex flex-col gap-3', bodyClassName)}>
          {boxes.map((box) => (
            <div key={box} className={clsx('rounded-md bg-raised', box)} />
          ))}
        </div>
      </div>,
    )}
  </div>
)

/** Has the size of a `DataTable` and, with `hasCount`, of the count above the table. */
export const TableSkeleton = ({ hasCount = true }: { hasCount?: boolean }) => (
  <SkeletonGroup className="flex flex-col gap-2">
    {hasCount && <Skeleton className="h-5 w-44" />}
    <div className="max-h-[70svh] overflow-hidden rounded-card border border-line bg-panel">
      <div className="h-12" />
      <SkeletonRows
        count={12}
        className="flex h-14 items-center gap-8 border-t border-line px-3"
        boxes={['h-4 w-28', 'h-4 w-40', 'h-4 flex-1 max-sm:hidden']}
      />
    </div>
  </SkeletonGroup>
)
