import { Lock } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'

type Props = { /** Degrees. */ latitude: number /** Degrees. */; longitude: number }

export function LocationCard({ latitude, longitude }: Props) {
  return (
    <Card>
      <h2 className="text-lg">Location</h2>
      <Facts
        facts={[
          ['Latitude', latitude.toFixed(4)],
          ['Longitude', longitude.toFixed(4)],
        ]}
        className="mt-3 grid grid-cols-2 gap-4 [&_dt]:text-sm"
      />
      <p className="mt-3 flex items-start gap-2 text-sm text-mute">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        Your location is private: only you and who runs this site can see it.
      </p>
    </Card>
  )
}
