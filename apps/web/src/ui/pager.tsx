import type { Contract } from '@hotvote/shared/contract'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useUrlState } from '../lib/browser/url-state.ts'
import { buttonClass } from './button.tsx'

const FIRST_PAGE = { cursor: '' }

/** Where the page of a list begins that the address names; '' for the first one. */
export const usePageStart = (contract: Contract) => useUrlState(FIRST_PAGE, contract)[0].cursor

/** The entry of the history keeps where the earlier pages began, as the server lists in one direction only. */
type WayBack = { pages?: string[] } | null

/**
 * *Previous* and *Next* below one page of a list, whose start is `cursor` in the address; '' is the first page. `next`: where the
 * next page begins.
 */
export function Pager({ next, isLoading }: { next: string | undefined; isLoading: boolean }) {
  const [params] = useSearchParams()
  const cursor = params.get('cursor') ?? ''
  const pages = useHistoryState<WayBack>()?.pages ?? []
  if (cursor === '' && next === undefined && !isLoading) return null
  const isLinked = cursor !== '' && pages.length === 0
  return (
    <nav aria-label="Pages" className="flex justify-between gap-3">
      <PageLink cursor={cursor === '' ? undefined : (pages.at(-1) ?? '')} pages={pages.slice(0, -1)}>
        {isLinked ? 'First page' : 'Previous'}
      </PageLink>
      <PageLink cursor={isLoading ? undefined : next} pages={[...pages, cursor]}>
        Next
      </PageLink>
    </nav>
  )
}

/** Without a page to lead to, the link stays, and keeps the keyboard. */
function PageLink({ cursor, pages, children }: { cursor: string | undefined; pages: string[]; children: ReactNode }) {
  const [params] = useSearchParams()
  const query = new URLSearchParams(params)
  if (cursor) query.set('cursor', cursor)
  else if (cursor === '') query.delete('cursor')
  return (
    <Link
      href={location.pathname + (query.size > 0 ? `?${query}` : '')}
      state={{ pages }}
      aria-disabled={cursor === undefined || undefined}
      onClick={(event) => cursor === undefined && event.preventDefault()}
      className={buttonClass({ size: 'small' })}
    >
      {children}
    </Link>
  )
}
