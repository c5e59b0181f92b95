import { ImageUp, PartyPopper } from 'lucide-react'
import { Link } from 'wouter'
import { textOf } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { isNoneLeft } from './rate.api.ts'

type Props = { error: Error; hasSeenAny: boolean; onRefresh: () => void }
const icon = 'mx-auto mb-4 size-10 text-hot-ink'
const look = 'm-auto w-[min(30rem,calc(100%-2rem))] text-center'

/** Nothing to show (`visitor.md §2`): all rated, nothing there at all, or the call failed, which is then said too. */
export function EmptyCard({ error, hasSeenAny, onRefresh }: Props) {
  if (isNoneLeft(error) && !hasSeenAny)
    return (
      <Card className={look}>
        <ImageUp aria-hidden className={icon} />
        <h2 className="text-2xl">No Photos to Rate</h2>
        <p className="mt-2 text-mute">You have seen all photos. Add one of your own and let others vote on it.</p>
        <Link href={paths.upload} className={buttonClass({ variant: 'primary' }, 'mt-5')}>
          Upload Your First Photo
        </Link>
      </Card>
    )
  return (
    <Card className={look}>
      <PartyPopper aria-hidden className={icon} />
      <h2 className="text-xl">You have rated all the media we have right now - check back soon for more!</h2>
      {!isNoneLeft(error) && (
        <p role="alert" className="mt-3 text-danger-ink">
          What happened: {textOf(error, 'the server did not answer. Check your connection and try again.')}
        </p>
      )}
      <Button variant="primary" className="mt-5" onClick={onRefresh}>
        Refresh for more images
      </Button>
    </Card>
  )
}
