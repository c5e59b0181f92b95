import { count } from '@hotvote/shared/counted'
import type { decideLookAlike, LookAlike, listLookAlikes } from '@hotvote/shared/look-alikes'
import { mutationOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { date } from '../../../lib/browser/format.ts'
import { NotCalledError } from '../../../lib/net/call-error.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { callWithToken, pagesWithToken } from '../../../lib/operator/call-as-operator.ts'
import { lookAlikeRemoval } from '../../../lib/operator/moderation.ts'
import { polled } from '../../../lib/operator/operator-query.ts'
import { TakenDown } from '../../../ui/data/badge.tsx'
import { RequestLink, UserLink } from '../../../ui/data/operator-links.tsx'
import { Section } from '../../../ui/data/section.tsx'
import { LoadFailure } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { RemovedPicture } from '../../../ui/media/item-picture.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { TAKEDOWNS } from './takedowns.api.ts'

/** The oldest uploads that look like what was taken down, and wait for a decision; nothing while there are none. */
export function LookAlikes() {
  const { data, error, refetch } = useQuery(lookAlikesQuery)
  if (error && !data)
    return <LoadFailure errorTitle="Failed to load waiting uploads" error={error} onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  const { items, total } = data
  return (
    <Section title={`Waiting for review (${count(total)})`}>
      <p className="-mt-2 text-mute">
        These uploads look like something that was taken down. Nobody sees them until you decide.
        {total > items.length && (
          <>
            {' '}
            Here are the oldest {items.length}; the{' '}
            <Link href={adminPaths.queue} className="text-not-ink underline underline-offset-4">
              queue
            </Link>{' '}
            lists all of them.
          </>
        )}
      </p>
      <ul aria-label="Waiting uploads" className="grid gap-4 lg:grid-cols-2">
        {items.map((item) => (
          <LookAlikeCard key={item.media.id} item={item} />
        ))}
      </ul>
    </Section>
  )
}

/** A waiting upload beside what it looks like, and the decision on it. */
export function LookAlikeCard({ item }: { item: LookAlike }) {
  const { media } = item
  const was = item.cause === 'takedown' ? 'taken down' : 'removed'
  return (
    <li aria-label={`Media #${media.id}`} className="flex flex-col gap-4 rounded-card border border-line bg-panel p-4">
      <div className="grid grid-cols-2 gap-3">
        <Side title="Waiting upload" picture={media.thumbnailUrl} alt={`The upload of ${media.username} that waits`}>
          <p className="[overflow-wrap:anywhere]">
            {media.originalName}{' '}
            <span className="text-mute">
              by <UserLink userId={media.userId} username={media.username} />
            </span>
          </p>
          <p className="text-sm text-mute">{date(media.uploadedAt)}</p>
          <TakenDown items={media.takenDownItems} />
        </Side>
        <Side title={`Was ${was}`} picture={item.removedPicture} trashedId={item.trashedId} alt={`What was ${was}`}>
          <Removed item={item} />
        </Side>
      </div>
      <Decisions item={item} />
    </li>
  )
}

type SideProps = { title: string; picture: string | null; trashedId?: number | null; alt: string; children: ReactNode }

const Side = ({ title, picture, trashedId = null, alt, children }: SideProps) => (
  <div className="flex min-w-0 flex-col gap-1">
    <h3 className="text-sm tracking-normal text-mute">{title}</h3>
    <RemovedPicture picture={picture} trashedId={trashedId} alt={alt} />
    {children}
  </div>
)

function Removed({ item }: { item: LookAlike }) {
  const { takedownId, isUpheld, cause, removedItem, removedName, removedUserId } = item
  if (cause !== 'takedown')
    return <p className="[overflow-wrap:anywhere]">{isUpheld ? (removedName ?? 'By you') : 'Allowed again since.'}</p>
  if (takedownId === null) return <p className="text-mute">Its request is gone.</p>
  return (
    <>
      {removedItem && (
        <p className="[overflow-wrap:anywhere]">
          {removedItem.originalName}{' '}
          <span className="text-mute">
            by <UserLink userId={removedUserId} username={removedItem.username} />
          </span>
        </p>
      )}
      <p>
        <RequestLink id={takedownId} />
      </p>
      {!isUpheld && <p className="text-sm">Rejected since: it is not taken down any more.</p>}
    </>
  )
}

function useDecision(decision: Decision) {
  const client = useQueryClient()
  return useMutation({
    ...decisionMutation(decision),
    // Somebody else may have been faster; without a login nothing was asked.
    onError: (error) =>
      error instanceof NotCalledError ? undefined : client.invalidateQueries({ queryKey: TAKEDOWNS }),
  })
}

function Decisions({ item }: { item: LookAlike }) {
  const [publish, remove] = [useDecision('publish'), useDecision('remove')]
  const isBusy = publish.isPending || remove.isPending
  const removeAsked = async () => {
    if (await confirm(lookAlikeRemoval(item))) remove.mutate(item)
  }
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      <Button isBusy={isBusy} onClick={() => publish.mutate(item)}>
        <Check aria-hidden className="size-4" />
        Publish
      </Button>
      <Button isBusy={isBusy} className="text-danger-ink!" onClick={() => void removeAsked()}>
        <Trash2 aria-hidden className="size-4" />
        Remove
      </Button>
    </div>
  )
}

const LOOK_ALIKES = [...TAKEDOWNS, 'look-alikes']

/** Pictures come with each: few at a time. */
const SHOWN = 12

/** The oldest of them. */
export const lookAlikesQuery = queryOptions({
  queryKey: LOOK_ALIKES,
  queryFn: () =>
    pagesWithToken<typeof listLookAlikes>('GET /api/admin/look-alikes', { query: { limit: SHOWN } }).queryFn({
      pageParam: undefined,
    }),
  staleTime: 0,
  ...polled,
})

export type Decision = 'publish' | 'remove'

const DONE = { publish: 'The item was published', remove: 'The item was removed' } as const

export const decisionMutation = (decision: Decision) =>
  mutationOptions({
    mutationFn: ({ media }: LookAlike) =>
      callWithToken<typeof decideLookAlike>('POST /api/admin/look-alikes/:mediaId', {
        params: { mediaId: media.id },
        body: { decision },
      }),
    meta: {
      invalidates: [TAKEDOWNS, ['admin', 'overview'], ['admin', 'media'], ['admin', 'users']],
      refetchOnLostAnswer: [LOOK_ALIKES],
      done: { title: 'Success', description: DONE[decision] },
      failed: { title: 'Error', fallback: 'The decision could not be saved' },
    },
  })
