import { CloudOff, ImageUp, PartyPopper } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { textOf } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { isNoneLeft } from './rate.api.ts'

type Props = { error: Error; hasSeenAny: boolean; onRefresh: () => void }
const symbol = 'mx-auto mb-4 size-10 text-hot-ink'

/** Nothing to show (`visitor.md §2`): all rated, nothing there at all, or the call failed, which is then said too. */
export function EmptyCard({ error, hasSeenAny, onRefresh }: Props) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The stage took the keyboard's focus with it.
    if (document.activeElement === document.body) card.current?.focus()
  }, [])
  return (
    <Card ref={card} tabIndex={-1} className="m-auto w-[min(30rem,calc(100%-2rem))] text-center outline-none">
      {isNoneLeft(error) && !hasSeenAny ? <NothingThere /> : <AllRated error={error} onRefresh={onRefresh} />}
    </Card>
  )
}

const NothingThere = () => (
  <>
    <ImageUp aria-hidden className={symbol} />
    <h2 className="text-2xl">No Photos to Rate</h2>
    <p className="mt-2 text-mute">You have seen all photos. Add one of your own and let others vote on it.</p>
    <Link href={paths.upload} className={buttonClass({ variant: 'primary' }, 'mt-5')}>
      Upload Your First Photo
    </Link>
  </>
)

function AllRated({ error, onRefresh }: Pick<Props, 'error' | 'onRefresh'>) {
  const isFailure = !isNoneLeft(error)
  const Picture = isFailure ? CloudOff : PartyPopper
  return (
    <>
      <Picture aria-hidden className={symbol} />
      <h2 className="text-xl">You have rated all the media we have right now - check back soon for more!</h2>
      {isFailure && (
        <p role="alert" className="mt-3 text-danger-ink">
          What happened: {textOf(error, 'the server did not answer. Check your connection and try again.')}
        </p>
      )}
      <Button variant="primary" className="mt-5" onClick={onRefresh}>
        Refresh for more images
      </Button>
    </>
  )
}
