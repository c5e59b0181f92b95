import type { ResetResult } from '@hotvote/shared/database'
import type { Operation } from '@hotvote/shared/operations'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useState } from 'react'
import { counted } from '../../../lib/format.ts'
import { useOperation } from '../../../lib/operations.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { countsQuery, startReset } from './dbtest.api.ts'

const FAILED = { title: 'Database reset failed', fallback: 'Nothing was changed. Please try again in a moment.' }
/** What the last button waits for. */
const WORDS = 'RESET DATABASE'

/** Two steps and a result (`admin.md §4`). */
export function ResetCard() {
  const client = useQueryClient()
  const [isUnderstood, setUnderstood] = useState(false)
  // A button that takes the place of the focused one takes its focus, too.
  const [isBack, setBack] = useState(false)
  const [ended, setEnded] = useState<Operation>()
  const onEnded = useCallback(
    (operation: Operation) => {
      setUnderstood(false)
      setEnded(operation)
      void client.invalidateQueries({ queryKey: countsQuery.queryKey })
    },
    [client],
  )
  const work = useOperation({ kind: 'reset-database', send: startReset, failed: FAILED, onEnded })
  return (
    <section aria-labelledby="reset" className="flex flex-col gap-4 p-5 sm:p-6">
      <div>
        <h3 id="reset" className="text-base font-semibold">
          Database Reset
        </h3>
        <p className="mt-1 text-mute">
          Deletes all users, sessions, media, votes, views, takedown requests, captured e-mail addresses and counts of
          past days, and starts numbering anew. Settings and the audit log stay, and so do the files in the bucket: an
          import brings the media back.
        </p>
      </div>
      {work.isUnderWay ? (
        <p role="status" className="flex items-center gap-3 font-semibold">
          <Spinner isSmall /> Resetting the database…
        </p>
      ) : isUnderstood ? (
        <FinalWarning
          onReset={() => {
            setBack(true)
            work.start()
          }}
          onCancel={() => {
            setBack(true)
            setUnderstood(false)
          }}
        />
      ) : (
        <>
          {ended && <ResetOutcome operation={ended} />}
          <Button
            variant="danger"
            className="self-start"
            autoFocus={isBack}
            onClick={() => {
              setEnded(undefined)
              setUnderstood(true)
            }}
          >
            I Understand
          </Button>
        </>
      )}
    </section>
  )
}

function FinalWarning({ onReset, onCancel }: { onReset: () => void; onCancel: () => void }) {
  const [typed, setTyped] = useState('')
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

function ResetOutcome({ operation }: { operation: Operation }) {
  const result = operation.result as ResetResult | null
  if (operation.status === 'failed' || !result)
    return (
      <p role="alert" className="text-danger-ink">
        Database reset failed{operation.error && `: ${operation.error}`}
      </p>
    )
  const { users, media, votes, views } = result.deleted
  return (
    <p role="status" className="font-semibold">
      {result.message}: {counted(users, 'user')}, {counted(media, 'media item')}, {counted(votes, 'vote')} and{' '}
      {counted(views, 'view')} are gone.
    </p>
  )
}
