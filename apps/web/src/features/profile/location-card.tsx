import type { Session } from '@hotvote/shared/visitor/sessions'
import { useMutation } from '@tanstack/react-query'
import { Lock, MapPinOff } from 'lucide-react'
import { Card } from '../../ui/data/card.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { removeLocationMutation } from './profile.api.ts'

type Props = { userId: Session['id'] /** Degrees. */; latitude: number /** Degrees. */; longitude: number }

/** Location that the visitor shared (`visitor.md §2`). */
export function LocationCard({ userId, latitude, longitude }: Props) {
  const { mutate, isPending } = useMutation(removeLocationMutation)
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
        Your location is private: only you and the site's operator can see it.
      </p>
      <Button className="mt-4" isBusy={isPending} onClick={() => mutate(userId)}>
        <MapPinOff aria-hidden className="size-4.5" /> Remove location
      </Button>
    </Card>
  )
}
