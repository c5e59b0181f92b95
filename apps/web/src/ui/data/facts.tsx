import type { ReactNode } from 'react'

export type Fact = [name: string, value: ReactNode]

type Props = {
  facts: Fact[]
  /** Of the list; also where its names and values look different (`[&_dt]:`, `[&_dd]:`). */
  className: string
  /** Of a name with its value. */
  itemClassName?: string
}

/** What is known of something, each with its name. */
export const Facts = ({ facts, className, itemClassName = 'min-w-0' }: Props) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name} className={itemClassName}>
        <dt className="text-mute">{name}</dt>
        <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
      </div>
    ))}
  </dl>
)
