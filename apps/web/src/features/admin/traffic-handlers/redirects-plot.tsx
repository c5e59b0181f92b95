import { useQuery } from '@tanstack/react-query'
import { DayPlot } from '../../../ui/data/day-plot.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { redirectsPerDayQuery } from './traffic-handlers.api.ts'

const series = [
  { key: 'idle', name: 'Idle', color: 'var(--color-not)' },
  { key: 'back', name: 'Back button', color: 'var(--color-hot)' },
  { key: 'swipe', name: 'Swipe back', color: 'var(--color-avatar)' },
] as const

/** How often the redirects happened. */
export function RedirectsPlot() {
  const query = useQuery(redirectsPerDayQuery)
  const plot = (days?: typeof query.data) => (
    <DayPlot title="Redirects per day" noun="redirect" series={[...series]} days={days} />
  )
  return (
    <QueryView query={query} errorTitle="The redirects could not be counted" loading={plot()}>
      {plot}
    </QueryView>
  )
}
