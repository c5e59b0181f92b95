import type { Tally } from '@hotvote/shared/visitor/rating'

const part = 'absolute inset-0 transition-transform duration-[420ms]'

/** Not on the left, Hot on the right, like buttons and swipes. Animates with transforms only. Decorative: the numbers are shown as text. */
export function SplitBar({ tally, className }: { tally: Tally | undefined; className: string }) {
  const { totalVotes = 0, hotPercentage = 0, notPercentage = 0 } = tally ?? {}
  const [hot, not] = totalVotes > 0 ? [hotPercentage, notPercentage] : [0, 0]
  return (
    <div aria-hidden className={`relative overflow-hidden rounded-full bg-raised ${className}`}>
      <div className={`${part} gradient-not origin-left`} style={{ transform: `scaleX(${not / 100})` }} />
      <div className={`${part} gradient-hot origin-right`} style={{ transform: `scaleX(${hot / 100})` }} />
      {hot > 0 && not > 0 && (
        <div className={part} style={{ transform: `translateX(${not}%)` }}>
          <div className="h-full w-0.5 -translate-x-1/2 bg-raised" />
        </div>
      )}
    </div>
  )
}
