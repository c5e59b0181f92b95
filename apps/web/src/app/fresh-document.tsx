import { Shield } from 'lucide-react'
import { useEffect, useState } from 'react'
import { siteName } from '../lib/session/brand.ts'
import { isWorkUnderWay } from '../lib/session/work-under-way.ts'
import { Card } from '../ui/data/card.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Button } from '../ui/forms/button.tsx'

/** Milliseconds. If the page still exists afterwards, the visitor declined the leave prompt. */
const DECLINED_MS = 2000

/** Reloads a screen that must run without ad code, so its strict CSP applies. */
export function FreshDocument({ name }: { name: 'form' | 'portal' }) {
  const [isAsked, setAsked] = useState(isWorkUnderWay)
  useEffect(() => {
    if (isAsked) return
    location.reload()
    const timer = setTimeout(() => setAsked(true), DECLINED_MS)
    return () => clearTimeout(timer)
  }, [isAsked])
  if (!isAsked) return <Spinner className="m-auto p-8" />
  return (
    <Card className="m-auto w-[min(28rem,calc(100%-2rem))] text-center">
      <title>{siteName}</title>
      <Shield aria-hidden className="mx-auto mb-4 size-10 text-hot-ink" />
      <h1 className="text-2xl">This {name} opens in a fresh page</h1>
      <p className="mt-2 text-mute">
        Files that have not arrived yet would have to be chosen again. Upload them first, or open the {name} now.
      </p>
      <Button variant="primary" className="mt-5 max-sm:w-full" onClick={() => location.reload()}>
        Open the {name}
      </Button>
    </Card>
  )
}
