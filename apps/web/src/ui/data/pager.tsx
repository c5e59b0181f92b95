import type { Contract } from '@hotvote/shared/contract'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useUrlState } from '../../lib/browser/url-state.ts'
import { buttonClass } from '../forms/button.tsx'

const FIRST_PAGE = { cursor: '' }

/** Where the page of a list begins that the address names; '' for the first one. */
export const usePageStart = (contract: Contract) => useUrlState(FIRST_PAGE, contract)[0].cursor

/** The entry of the history keeps where the earlier pages began, by parameter, as the server lists in one direction only. */
type WayBack = { pages?: Record<string, string[]> } | null

type Props = {
  /** Names the links to those who do not see the list. */
  label?: string
  /** Where the next page begins. */
  next: string | undefined
  isLoading: boolean
  /** Names the start of the page in the address; of a second list on a screen, another one than `cursor`. */
  param?: string | undefined
}

/** *Previous* and *Next* below one page of a list. */
export function Pager({ label = 'Pages', next, isLoading, param = 'cursor' }: Props) {
  const [params] = useSearchParams()
  const cursor = params.get(param) ?? ''
  const pages = useHistoryState<WayBack>()?.pages?.[param] ?? []
  if (cursor === '' && next === undefined && !isLoading) return null
  const isLinked = cursor !== '' && pages.length === 0
  return (
    <nav aria-label={label} className="flex justify-between gap-3">
      <PageLink param={param} cursor={cursor === '' ? undefined : (pages.at(-1) ?? '')} pages={pages.slice(0, -1)}>
        {isLinked ? 'First page' : 'Previous'}
      </PageLink>
      <PageLink param={param} cursor={isLoading ? undefined : next} pages={[...pages, cursor]}>
        Next
      </PageLink>
    </nav>
  )
}

type LinkProps = { param: string; cursor: string | undefined; pages: string[]; children: ReactNode }

/** Without a page to lead to, the link stays, and keeps the keyboard. */
function PageLink({ param, cursor, pages, children }: LinkProps) {
  const [params] = useSearchParams()
  const all = useHistoryState<WayBack>()?.pages
  const query = new URLSearchParams(params)
  if (cursor) query.set(param, cursor)
  else if (cursor === '') query.delete(param)
  return (
    <Link
      href={location.pathname + (query.size > 0 ? `?${query}` : '')}
      state={{ pages: { ...all, [param]: pages } }}
      aria-disabled={cursor === undefined || undefined}
      onClick={(event) => cursor === undefined && event.preventDefault()}
      className={buttonClass({ size: 'small' })}
    >
      {children}
    </Link>
  )
}
