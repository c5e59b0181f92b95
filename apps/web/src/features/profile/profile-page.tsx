import type { Session } from '@hotvote/shared/visitor/sessions'
import type { ReactNode } from 'react'
import { date } from '../../lib/browser/format.ts'
import { siteName } from '../../lib/session/brand.ts'
import { useSession } from '../../lib/session/session.ts'
import { Card } from '../../ui/data/card.tsx'
import { Avatar } from '../../ui/media/avatar.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.tsx'
import { LocationCard } from './location-card.tsx'
import { PersonalDataCard } from './personal-data-card.tsx'
import { SessionInformation } from './session-information.tsx'
import { ShareLocation } from './share-location.tsx'
import { UpdateForm } from './update-form.tsx'

/** Profile screen (`visitor.md §2`). */
export function ProfilePage({ saveAccount }: { saveAccount: ReactNode }) {
  const { data: user } = useSession()
  if (!user) return null
  const { latitude, longitude } = user
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4 md:gap-5 md:p-8">
      <title>{`Edit Profile · ${siteName}`}</title>
      <header>
        <h1 className="text-2xl md:text-3xl">Edit Profile</h1>
        <p className="mt-1 text-balance text-mute">Manage your name, email and data.</p>
      </header>
      <div className="grid items-start gap-4 md:gap-5 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4 md:gap-5">
          <ProfileInfo user={user} />
          {/* After an operator's reset, the new visitor gets an empty form. */}
          <UpdateForm key={user.id} user={user} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 md:gap-5">
          {saveAccount}
          {latitude !== null && longitude !== null && (
            <LocationCard userId={user.id} latitude={latitude} longitude={longitude} />
          )}
          <SessionInformation user={user} />
          <PersonalDataCard user={user} />
        </div>
      </div>
      <ConfirmDialog />
    </div>
  )
}

function ProfileInfo({ user }: { user: Session }) {
  return (
    <Card>
      <div className="flex items-center gap-4">
        <Avatar username={user.username} className="size-16! text-xl!" />
        <div className="min-w-0">
          <h2 className="text-xl wrap-anywhere">{user.username}</h2>
          <p className="mt-1 text-mute">Member since {date(user.createdAt)}</p>
        </div>
      </div>
      <ShareLocation isKnown={user.latitude !== null && user.longitude !== null} />
    </Card>
  )
}
