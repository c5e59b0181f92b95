import { Shield } from 'lucide-react'
import { useEffect } from 'react'
import { siteName } from '../lib/session/brand.ts'
import { isWorkUnderWay } from '../lib/session/work-under-way.ts'
import { Card } from '../ui/data/card.tsx'
import { Button } from '../ui/forms/button.tsx'

/** Reloads a screen that must run without ad code, so its strict CSP applies. Asks first if that would lose work. */
export function FreshDocument({ name }: { name: 'form' | 'portal' }) {
  useEffect(() => {
    if (!isWorkUnderWay()) location.reload()
  }, [])
  return (
    <Card className="m-auto w-[min(28rem,calc(100%-2rem))] text-center">
      <title>{siteName}</title>
      <Shield aria-hidden className="mx-auto mb-4 size-10 text-hot-ink" />
      <h1 className="text-2xl">This {name} opens in a fresh page</h1>
      <p className="mt-2 text-mute">
        Files that have not arrived yet would have to be chosen again. Upload them first, or open the {name} now.
      </p>
      <Button variant="primary" className="mt-5" onClick={() => location.reload()}>
        Open the {name}
      </Button>
    </Card>
  )
}
