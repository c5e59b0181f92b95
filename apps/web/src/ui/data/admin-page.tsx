import { count } from '@hotvote/shared/counted'
import type { ReactNode } from 'react'
import { useWaiting } from '../../lib/operator/queue-count.ts'
import { siteName } from '../../lib/visitor/brand.ts'

type Props = {
  title: string
  /** One line: what one does here. */
  purpose: ReactNode
  /** The screen's one primary action, at the top right. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of every screen of the operator. */
export function AdminPage({ title, purpose, action, children }: Props) {
  const waiting = useWaiting()
  return (
    <div className="mx-auto flex w-full max-w-[90rem] flex-1 flex-col gap-5 p-4 md:p-7">
      <title>{`${waiting ? `(${count(waiting)}) ` : ''}${title} · ${siteName} admin`}</title>
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
