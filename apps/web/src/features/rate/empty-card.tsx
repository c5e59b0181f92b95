import { count } from '@hotvote/shared/counted'
import { toTally } from '@hotvote/shared/tally'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { CloudOff, ImageOff, ImageUp, PartyPopper } from 'lucide-react'
import { CallError, describeReason, isOutage, SERVER_PROBLEM } from '../../lib/api/call-error.ts'
import { useReach } from '../../lib/api/reachability.ts'
import { useNow } from '../../lib/browser/hooks.ts'
import { siteName } from '../../lib/session/brand.ts'
import { paths } from '../../lib/session/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { Card } from '../../ui/data/card.tsx'
import { Button, ButtonLink, TryAgain } from '../../ui/forms/button.tsx'
import { isNoneLeft, ratingsQuery, voteMutation } from './rate.api.ts'
import { NotShownError } from './rating-state.ts'

type Props = { error: Error; hasSeenAny: boolean; onRefresh: () => void }
const buttons = 'mt-5 flex flex-wrap justify-center gap-3 *:flex-1 *:whitespace-nowrap *:only:flex-none max-sm:flex-col'
const symbol = 'mx-auto mb-4 size-10 text-hot-ink'

export function EmptyCard({ error, hasSeenAny, onRefresh }: Props) {
  return (
    <Card data-outage={!isNoneLeft(error) || undefined} className="m-auto w-[min(32rem,calc(100%-2rem))] text-center">
      {isNoneLeft(error) && !hasSeenAny ? (
        <NothingThere onRefresh={onRefresh} />
      ) : (
        <NoneLeft error={error} onRefresh={onRefresh} />
      )}
    </Card>
  )
}

const REFRESH = 'Refresh for more images'

const NothingThere = ({ onRefresh }: Pick<Props, 'onRefresh'>) => (
  <>
    <ImageUp aria-hidden className={symbol} />
    <h2 className="text-2xl">No Photos to Rate</h2>
    <p className="mt-2 text-mute">You have seen all photos. Add one of your own and let others vote on it.</p>
    <div className={buttons}>
      <ButtonLink href={paths.upload} variant="primary">
        Upload Your First Photo
      </ButtonLink>
      <Button onClick={onRefresh}>{REFRESH}</Button>
    </div>
    <RatedToday />
  </>
)

function describeFailure(error: Error, isOffline: boolean) {
  if (error instanceof CallError)
    return isOutage(error) ? { title: "We're having trouble", text: SERVER_PROBLEM } : null
  if (isOffline) return { title: 'You are offline', text: "We'll pick up where you left off when you're back online." }
  if (error instanceof NotShownError) return { title: "Photos aren't loading", text: SERVER_PROBLEM }
  return { title: "The server didn't answer", text: SERVER_PROBLEM }
}

function NoneLeft({ error, onRefresh }: Pick<Props, 'error' | 'onRefresh'>) {
  const unknown = describeFailure(error, useReach() === 'offline')
  const isFailure = !isNoneLeft(error)
  const Picture = isFailure ? CloudOff : PartyPopper
  const happened = unknown?.text ?? describeReason(error)
  return (
    <>
      <Picture aria-hidden className={symbol} />
      <h2 className="text-xl">
        {unknown?.title ?? 'You have rated all the media we have right now - check back soon for more!'}
      </h2>
      {isFailure && (
        <p role="alert" className={`mt-3 ${unknown ? 'text-mute' : 'text-danger-ink'}`}>
          {happened}
        </p>
      )}
      {!isFailure && <p className="mt-3 text-mute">New photos will appear here automatically.</p>}
      <div className={buttons}>
        <Button variant="primary" onClick={onRefresh}>
          {REFRESH}
        </Button>
        {!isFailure && <ButtonLink href={paths.upload}>Upload one of your own</ButtonLink>}
      </div>
      {!isFailure && <RatedToday />}
    </>
  )
}

const startOfToday = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

/** Describes the items that have no other votes or are tied. */
const noMajority = (items: number) =>
  items === 0 ? '' : `; the other ${items === 1 ? 'one has' : `${count(items)} have`} no majority yet`

function RatedToday() {
  const { data: user } = useSession()
  // Re-render every minute to notice midnight.
  useNow()
  const since = startOfToday()
  const isVoteUnderWay = useIsMutating({ mutationKey: voteMutation.mutationKey }) > 0
  const { data } = useQuery({
    ...ratingsQuery(user?.id, since),
    enabled: user !== undefined && !isVoteUnderWay,
  })
  if (!data || data.total === 0) return null
  const { total, hot, comparable, agreed } = data
  return (
    <p role="status" className="mt-4 text-mute">
      {total === 1
        ? `Today you rated 1 item: ${hot === 1 ? 'Hot' : 'Not'}.`
        : `Today you rated ${count(total)} items, ${toTally(hot, total - hot).hotPercentage}% of them Hot.`}
      {comparable > 0 && ` You agreed with most others on ${agreed} of ${comparable}${noMajority(total - comparable)}.`}
    </p>
  )
}

type MissingProps = { error?: Error; onRetry?: () => void }

export function ItemMissing({ error, onRetry }: MissingProps) {
  const Picture = error ? CloudOff : ImageOff
  return (
    <Card
      role={error && 'alert'}
      data-outage={error && true}
      className="m-auto w-[min(30rem,calc(100%-2rem))] text-center"
    >
      <title>{`${error ? 'Not loaded' : 'No longer here'} · ${siteName}`}</title>
      <Picture aria-hidden className={symbol} />
      <h1 className="text-xl">{error ? 'The photo could not be loaded' : 'This photo is no longer available'}</h1>
      <p className="mt-2 text-mute">
        {error ? describeReason(error) : 'It may have been removed. Other photos are waiting for your vote.'}
      </p>
      <div className={buttons}>
        {error && <TryAgain variant="primary" onClick={onRetry} />}
        <ButtonLink href={paths.rate} variant={error ? 'secondary' : 'primary'}>
          Rate photos
        </ButtonLink>
      </div>
    </Card>
  )
}
