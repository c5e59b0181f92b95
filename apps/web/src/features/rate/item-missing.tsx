import { CloudOff, ImageOff } from 'lucide-react'
import { reasonOf } from '../../lib/net/call-error.ts'
import { siteName } from '../../lib/visitor/brand.ts'
import { paths } from '../../lib/visitor/paths.ts'
import { Card } from '../../ui/data/card.tsx'
import { ButtonLink, TryAgain } from '../../ui/forms/button.tsx'

type Props = { error?: Error; onRetry?: () => void }
const symbol = 'mx-auto mb-4 size-10 text-hot-ink'

/** Instead of an item that is not there, or could not be loaded. */
export function ItemMissing({ error, onRetry }: Props) {
  const Picture = error ? CloudOff : ImageOff
  return (
    <Card role={error && 'alert'} className="m-auto w-[min(30rem,calc(100%-2rem))] text-center">
      <title>{`${error ? 'Not loaded' : 'No longer here'} · ${siteName}`}</title>
      <Picture aria-hidden className={symbol} />
      <h1 className="text-xl">{error ? 'The photo could not be loaded' : 'This item is no longer here'}</h1>
      <p className="mt-2 text-mute">
        {error ? reasonOf(error) : 'It may have been removed. There are others waiting for your vote.'}
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {error && <TryAgain variant="primary" onClick={onRetry} />}
        <ButtonLink href={paths.rate} variant={error ? 'secondary' : 'primary'}>
          Rate photos
        </ButtonLink>
      </div>
    </Card>
  )
}
