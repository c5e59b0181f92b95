import { counted } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { countsQuery, startReset } from './site-health.api.ts'
import { useDestructiveOperation } from './use-destructive-operation.ts'

const FAILED = { title: 'Database reset failed', fallback: 'Nothing was changed. Please try again in a moment.' }
/** What the last button waits for. */
const WORDS = 'RESET DATABASE'

/** Two steps and a result (`admin.md §4`). */
export function ResetCard() {
  const [isUnderstood, setUnderstood] = useState(false)
  const { work, operation, clear } = useDestructiveOperation({
    kind: 'reset-database',
    send: startReset,
    failed: FAILED,
  })
  return (
    <OperationCard
      isSection
      title="Database Reset"
      purpose="Deletes all users, sessions, media, votes, views, takedown requests, captured e-mail addresses and counts of past days, and starts numbering anew. Settings and the audit log stay, and so do the files in the bucket: an import brings the media back, without names and votes."
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
      ) : isUnderstood && !operation ? (
        <FinalWarning onReset={work.start} onCancel={() => setUnderstood(false)} />
      ) : (
        <Button
          variant="danger"
          className="self-start"
          onClick={() => {
            clear()
            setUnderstood(true)
          }}
        >
          I Understand
        </Button>
      )}
    </OperationCard>
  )
}

function FinalWarning({ onReset, onCancel }: { onReset: () => void; onCancel: () => void }) {
  const [typed, setTyped] = useState('')
  const { data } = useQuery(countsQuery)
  const losses =
    data &&
    `${counted(data.totalUsers, 'user')}, ${counted(data.totalMedia, 'media item')}, ${counted(data.totalVotes, 'vote')} and ${counted(data.totalViews, 'view')}`
  const isTyped = typed.trim() === WORDS
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped) onReset()
  }
  return (
    <form onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <p role="alert" className="font-semibold text-danger-ink">
        Final warning: this cannot be undone.
      </p>
      <p>
        {losses && `You are about to delete ${losses}. `}
        An import brings photos and videos back from the bucket, but not their names, uploaders or votes.
      </p>
      <TextField
        label={`Type ${WORDS} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger" disabled={!isTyped}>
          Reset Database
        </Button>
      </div>
    </form>
  )
}
