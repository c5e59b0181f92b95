import type { Session } from '@hotvote/shared/sessions'
import { date } from '../../lib/browser/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { ShareLocation } from './share-location.tsx'

export function ProfileInfo({ user }: { user: Session }) {
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
