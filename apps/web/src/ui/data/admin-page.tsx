import { count as formatCount } from '@hotvote/shared/counted'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { RefreshCw } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { describeReason } from '../../lib/api/call-error.ts'
import { store } from '../../lib/browser/store.ts'
import { useWaiting } from '../../lib/operator/queue-count.ts'
import { siteName } from '../../lib/session/brand.ts'
import { Button } from '../forms/button.tsx'

type Props = {
  title: string
  purpose: ReactNode
  action?: ReactNode
  /** Number to show in the window title instead of the review queue's count. */
  waiting?: number | undefined
  children: ReactNode
}

export function AdminPage({ title, purpose, action, waiting, children }: Props) {
  const inQueue = useWaiting()
  const count = waiting ?? inQueue
  return (
    <div className="mx-auto flex w-full max-w-[90rem] flex-1 scroll-mt-14 flex-col gap-5 p-4 md:p-7 lg:scroll-mt-0">
      <title>{`${count ? `(${formatCount(count)}) ` : ''}${title} · ${siteName} admin`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-52">
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-1 text-mute">{purpose}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}

/** Refetches the screen's queries. The screen keeps its old data if that fails. */
export function RefreshButton({ queryKeys }: { queryKeys: readonly QueryKey[] }) {
  const client = useQueryClient()
  const refetch = (queryKey: QueryKey) => client.invalidateQueries({ queryKey }, { throwOnError: true })
  const { mutate, isPending } = useMutation({
    mutationFn: () => Promise.all(queryKeys.map(refetch)),
    meta: { failed: { title: 'Not up to date', getText: describeReason } },
  })
  return (
    <Button onClick={() => mutate()} isBusy={isPending}>
      <RefreshCw aria-hidden className="size-4" />
      Refresh
    </Button>
  )
}

type SectionProps = {
  title: string
  total?: string | undefined
  className?: string
  actions?: ReactNode
  children: ReactNode
}

export function Section({ title, total, className, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PartHeading id={id} name={title} className={clsx('text-lg', className)}>
          {total !== undefined && <span className="font-normal text-mute"> {total}</span>}
        </PartHeading>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

const wantedPart = store<string | undefined>(undefined)
/** Focuses the heading with this name, either now or after its screen has opened. */
export const goToPart = (name: string) => wantedPart.set(name)

type HeadingProps = ComponentProps<'h2'> & {
  name: string
  as?: 'h2' | 'h3'
}

export function PartHeading({ name, as: Heading = 'h2', className, children, ...rest }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isWanted = wantedPart.use() === name
  useEffect(() => {
    if (!isWanted) return
    heading.current?.focus()
    heading.current?.scrollIntoView()
    wantedPart.set(undefined)
  }, [isWanted])
  return (
    <Heading
      ref={heading}
      tabIndex={-1}
      // The scroll margin leaves room for the header on phones.
      className={clsx('w-fit scroll-mt-22 rounded-sm lg:scroll-mt-8', className)}
      {...rest}
    >
      {name}
      {children}
    </Heading>
  )
}
