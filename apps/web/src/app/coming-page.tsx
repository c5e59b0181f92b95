import { siteName } from '../lib/brand.ts'
import { Card } from '../ui/card.tsx'

export function ComingPage({ heading, sentence }: { heading: string; sentence: string }) {
  return (
    <div className="mx-auto w-full max-w-2xl p-4 md:p-8">
      <title>{`${heading} · ${siteName}`}</title>
      <Card>
        <h1 className="text-2xl">{heading}</h1>
        <p className="mt-2 text-mute">{sentence}</p>
      </Card>
    </div>
  )
}
