import type { ReactNode } from 'react'

export type Fact = [name: string, value: ReactNode]

type Props = {
  facts: Fact[]
  /** Class names of the list. Use `[&_dt]:` and `[&_dd]:` to style names and values. */
  className: string
  itemClassName?: string
}

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
