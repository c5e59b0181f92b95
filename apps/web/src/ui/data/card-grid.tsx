import { Images } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Empty } from '../feedback/empty.tsx'
import { Pager } from './pager.tsx'

type Props<Item> = {
  /** Names the list to those who do not see it. */
  label: string
  items: Item[]
  card: (item: Item) => ReactNode
  /** Shown instead of cards. */
  empty: ReactNode
  /** Where this page begins, and where the next one does. */
  cursor: string
  next: string | undefined
  /** The items are those of the page before. */
  isLoading: boolean
}

/** One page of cards, in as many columns as fit. */
export const CardGrid = <Item extends { id: number }>(props: Props<Item>) => (
  <>
    {props.items.length > 0 ? (
      <Cards {...props} />
    ) : props.cursor === '' ? (
      props.empty
    ) : (
      <Empty icon={Images} title="Nothing is left on this page">
        Go back to the page before it.
      </Empty>
    )}
    <Pager next={props.next} isLoading={props.isLoading} />
  </>
)

/** Another page begins at its top. */
function Cards<Item extends { id: number }>({ label, items, card, cursor, isLoading }: Props<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(cursor)
  useLayoutEffect(() => {
    if (isLoading || shown.current === cursor) return
    shown.current = cursor
    list.current?.scrollIntoView()
  }, [isLoading, cursor])
  return (
    <ul
      ref={list}
      aria-label={label}
      className="grid scroll-mt-20 grid-cols-2 gap-4 md:grid-cols-[repeat(auto-fill,minmax(208px,1fr))]"
    >
      {items.map((item) => (
        <li key={item.id} className="min-w-0">
          {card(item)}
        </li>
      ))}
    </ul>
  )
}
