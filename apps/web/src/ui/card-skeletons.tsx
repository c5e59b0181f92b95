import { clsx } from 'clsx'
import { repeat } from './skeleton.tsx'

type Props = {
  count: number
  /** Of the grid that they stand in. */
  className: string
  /** Of what stands below the picture of a card. */
  bodyClassName: string
  /** The classes of each box there. */
  boxes: string[]
}

/** Cards with pictures that are on their way. */
export const CardSkeletons = ({ count, className, bodyClassName, boxes }: Props) => (
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
