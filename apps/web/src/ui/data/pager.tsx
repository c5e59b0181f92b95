import type { Contract } from '@hotvote/shared/contract'
import { Images } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useUrlState } from '../../lib/browser/url-state.ts'
import { Empty } from '../feedback/query-view.tsx'
import { CardSkeletons } from '../feedback/skeleton.tsx'
import { buttonClass } from '../forms/button.tsx'

const FIRST_PAGE = { cursor: '' }

/** Returns the cursor in the URL, or '' for the first page. */
export const usePageStart = (contract: Contract) => useUrlState(FIRST_PAGE, contract)[0].cursor

/** State of the history entry. It stores earlier cursors, because the server pages in one direction only. */
type WayBack = { pages?: Record<string, string[]> } | null

type Props = {
  /** Label for screen readers. */
  label?: string
  next: string | undefined
  isLoading: boolean
  /** URL parameter for the cursor. A second list on the same screen needs its own. */
  param?: string | undefined
}

export function Pager({ label = 'Pages', next, isLoading, param = 'cursor' }: Props) {
  const [params] = useSearchParams()
  const cursor = params.get(param) ?? ''
  const pages = useHistoryState<WayBack>()?.pages?.[param] ?? []
  const nav = useRef<HTMLElement>(null)
  const shown = useRef(cursor)
  // Scroll to the top of the list once another page is shown.
  useLayoutEffect(() => {
    if (isLoading || cursor === shown.current) return
    shown.current = cursor
    const list = nav.current?.parentElement
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView()
  }, [cursor, isLoading])
  if (cursor === '' && next === undefined && !isLoading) return null
  const isLinked = cursor !== '' && pages.length === 0
  return (
    <nav ref={nav} aria-label={label} className="flex justify-between gap-3">
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

/** Link to another page. Stays in the DOM if there is no such page, to keep the focus. */
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

type GridProps<Item> = {
  /** Label for screen readers. */
  label: string
  items: Item[]
  card: (item: Item) => ReactNode
  /** Shown instead of the cards. */
  grid?: ReactNode
  empty: ReactNode
  cursor: string
  next: string | undefined
  /** True while the previous page is still shown. */
  isLoading: boolean
}

export const CardGrid = <Item extends { id: number }>(props: GridProps<Item>) => (
  <>
    {props.items.length > 0 ? (
      (props.grid ?? <Cards {...props} />)
    ) : props.cursor === '' ? (
      props.empty
    ) : (
      <Empty icon={Images} title="Nothing left on this page">
        Go back to the previous page.
      </Empty>
    )}
    <Pager next={props.next} isLoading={props.isLoading} />
  </>
)

const Cards = <Item extends { id: number }>({ label, items, card }: GridProps<Item>) => (
  <ul aria-label={label} className="grid grid-cols-2 gap-4 md:grid-cols-[repeat(auto-fill,minmax(208px,1fr))]">
    {items.map((item) => (
      <li key={item.id} className="min-w-0">
        {card(item)}
      </li>
    ))}
  </ul>
)

export const CardGridSkeleton = () => (
  <div aria-hidden className="flex flex-col gap-5">
    <div className="h-5 w-20 animate-breathe rounded-md bg-raised" />
    <CardSkeletons
      count={10}
      className="grid grid-cols-2 gap-4 md:grid-cols-[repeat(auto-fill,minmax(208px,1fr))]"
      bodyClassName="h-48 p-3"
      boxes={['h-5', 'h-4 w-2/3', 'h-9']}
    />
  </div>
)
