import { Lock } from 'lucide-react'
import { Card } from '../../ui/card.tsx'

type Props = { /** Degrees. */ latitude: number /** Degrees. */; longitude: number }

export function LocationCard({ latitude, longitude }: Props) {
  return (
    <Card>
      <h2 className="text-lg">Location</h2>
      <dl className="mt-3 grid grid-cols-2 gap-4">
        <div>
          <dt className="text-sm text-mute">Latitude</dt>
          <dd className="font-semibold">{latitude.toFixed(4)}</dd>
        </div>
        <div>
          <dt className="text-sm text-mute">Longitude</dt>
          <dd className="font-semibold">{longitude.toFixed(4)}</dd>
        </div>
      </dl>
      <p className="mt-3 flex items-start gap-2 text-sm text-mute">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        Your location is private: only you and who runs this site can see it.
      </p>
    </Card>
  )
}
