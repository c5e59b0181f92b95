import { useMutation } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { Button } from '../../ui/forms/button.tsx'
import { isDenied, locationErrorText } from './current-position.ts'
import { shareLocationMutation } from './profile.api.ts'

export function ShareLocation({ isKnown }: { isKnown: boolean }) {
  const { mutate, isPending, isSuccess, error } = useMutation(shareLocationMutation)
  // The location may have been removed since.
  const isSaved = isSuccess && isKnown
  const label = isKnown ? 'Update my location' : 'Share my location'
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Button isBusy={isPending} onClick={() => mutate()}>
        <MapPin aria-hidden className="size-4.5" /> {isPending ? 'Getting your location...' : label}
      </Button>
      <p aria-live="polite" className="mt-2 text-sm text-mute">
        {error && <span className="text-danger-ink">{locationErrorText(error)}</span>}
        {error && isDenied(error) && (
          <span className="block">Allow it for this site in your browser, then try again.</span>
        )}
        {isSaved && 'Your location is saved.'}
        {!error && !isSaved && 'Optional. Never shown to other visitors.'}
      </p>
    </div>
  )
}
