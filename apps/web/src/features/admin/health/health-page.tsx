import { useMutation, useQuery } from '@tanstack/react-query'
import { RefreshedPage } from '../../../ui/data/refreshed-page.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { healthQuery, testEmailMutation } from './health.api.ts'
import { HealthCard } from './health-card.tsx'
import { checks, type Health, isRetentionLate } from './health-checks.ts'
import { RetentionTable } from './retention-table.tsx'

const summaryOf = (data: Health) => {
  const failing = checks.filter(({ findingOf }) => ['attention', 'failing'].includes(findingOf(data).state))
  const bad = [...failing.map(({ name }) => name), ...(data.retention.some(isRetentionLate) ? ['Retention'] : [])]
  return bad.length === 0 ? 'Everything is well.' : `Look at: ${bad.join(', ')}.`
}

function TestEmailButton() {
  const { mutate, isPending } = useMutation(testEmailMutation)
  return (
    <Button size="small" className="self-start" isBusy={isPending} onClick={() => mutate()}>
      Send test email
    </Button>
  )
}

/** Whether the site works, for the operator: what a balancer and an alert look at, in words. */
export function HealthPage() {
  const query = useQuery(healthQuery)
  return (
    <RefreshedPage
      title="Health"
      purpose="What works, what waits, and what failed."
      noun="state of the site"
      query={query}
      onRefresh={() => query.refetch()}
    >
      {(data) => (
        <>
          <p role="status" className="min-h-6 font-semibold">
            {data ? summaryOf(data) : 'Loading…'}
          </p>
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {checks.map(({ name, icon, findingOf }) => (
              <li key={name} className="grid">
                <HealthCard
                  name={name}
                  icon={icon}
                  finding={data && findingOf(data)}
                  action={name === 'Mail' && <TestEmailButton />}
                />
              </li>
            ))}
          </ul>
          {data && <RetentionTable retention={data.retention} />}
        </>
      )}
    </RefreshedPage>
  )
}
