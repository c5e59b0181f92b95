import { siteName } from '../lib/session/brand.ts'
import { paths } from '../lib/session/paths.ts'
import { Card } from '../ui/data/card.tsx'
import { ButtonLink } from '../ui/forms/button.tsx'

type Props = {
  link?: { to: string; label: string }
}

export function NotFound({ link = { to: paths.rate, label: 'Rate photos' } }: Props) {
  return (
    <div className="m-auto w-full max-w-lg p-4 md:p-8">
      <title>{`404 · ${siteName}`}</title>
      <Card className="text-center">
        <h1 className="text-2xl">404 Page Not Found</h1>
        <p className="mt-2 text-mute">We couldn't find that page.</p>
        <ButtonLink href={link.to} variant="primary" className="mt-5 max-sm:w-full">
          {link.label}
        </ButtonLink>
      </Card>
    </div>
  )
}
