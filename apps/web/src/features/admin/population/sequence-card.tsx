import { count } from '@hotvote/shared/counted'
import { useMutation } from '@tanstack/react-query'
import { Card } from '../../../ui/data/card.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { fixSequence } from './population.api.ts'

/** For a database into which rows were put by hand. */
export function SequenceCard() {
  const { data, isPending, mutate } = useMutation(fixSequence)
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">User sequence</h2>
        <p className="mt-1 text-mute">
          Lets the ids of new users begin behind those there are. Needed only after rows were put into the database by
          hand; it changes no user.
        </p>
      </div>
      <Button className="self-start" onClick={() => mutate()} isBusy={isPending}>
        {isPending ? 'Fixing…' : 'Fix User Sequence'}
      </Button>
      {data?.success && (
        <p role="status" className="font-semibold">
          User sequence fixed. The next user gets the id {count(data.nextUserId)}.
        </p>
      )}
      {data?.success === false && (
        <p role="alert" className="text-danger-ink">
          Failed to fix sequence{data.error && `: ${data.error}`}
        </p>
      )}
    </Card>
  )
}
