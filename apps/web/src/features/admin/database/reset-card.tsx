import { counted } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { countsQuery, startReset } from './site-health.api.ts'
import { useDestructiveOperation } from './use-destructive-operation.ts'

const FAILED = { title: 'Database reset failed', fallback: 'Nothing was changed. Please try again in a moment.' }

/** Database reset (`admin.md §4`). */
export function ResetCard() {
  const { work, operation, clear } = useDestructiveOperation({
    kind: 'reset-database',
    send: startReset,
    failed: FAILED,
  })
  const { data: counts } = useQuery(countsQuery)
  const losses =
    counts &&
    `You are about to delete ${counted(counts.totalUsers, 'user')}, ${counted(counts.totalMedia, 'media item')}, ${counted(counts.totalVotes, 'vote')} and ${counted(counts.totalViews, 'view')}. `
  const ask = async () => {
    clear()
    const isSure = await confirm({
      title: 'Final warning: this cannot be undone.',
      text: `${losses ?? ''}An import brings photos and videos back from the bucket, but not their names, uploaders or votes.`,
      action: 'Reset Database',
      typed: 'RESET DATABASE',
    })
    if (isSure) work.start()
  }
  return (
    <OperationCard
      isSection
      title="Database Reset"
      purpose="Deletes all users, sessions, media, votes, views, takedown requests, captured e-mail addresses and counts of past days, and restarts numbering. Settings, the audit log and the files in the bucket stay: an import brings the media back, without names and votes."
      work={work}
      operation={operation}
      result={({ message, deleted: { users, media, votes, views } }) => (
        <p role="status" className="font-semibold">
          {message}: {counted(users, 'user')}, {counted(media, 'media item')}, {counted(votes, 'vote')} and{' '}
          {counted(views, 'view')} are gone.
        </p>
      )}
    >
      {work.loadError ? null : work.isUnderWay ? (
        <p role="status" className="flex items-center gap-3 font-semibold">
          <Spinner isSmall /> Resetting the database…
        </p>
      ) : (
        <Button variant="danger" className="self-start" onClick={() => void ask()}>
          I Understand
        </Button>
      )}
    </OperationCard>
  )
}
