import type { deleteOwnAccount } from '@hotvote/shared/visitor/personal-data'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { Copy, Eye, EyeOff, Lock, MapPin, MapPinOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { fetchFile, readFileName, saveFile } from '../../lib/api/download.ts'
import { announcementAfter, SILENCE } from '../../lib/browser/announcement.ts'
import { date } from '../../lib/browser/format.ts'
import { siteName } from '../../lib/session/brand.ts'
import { asVisitor, callAsVisitor } from '../../lib/session/call-as-visitor.ts'
import { renewSession, sessionKey } from '../../lib/session/open-session.ts'
import { paths } from '../../lib/session/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { Card } from '../../ui/data/card.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Avatar } from '../../ui/media/avatar.tsx'
import { ConfirmDialog, confirm } from '../../ui/overlays/confirm.tsx'
import { isDenied, locationErrorText } from './current-position.ts'
import { removeLocationMutation, shareLocationMutation } from './profile.api.ts'
import { UpdateForm } from './update-form.tsx'

const downloadDataMutation = {
  mutationFn: async (userId: number) => {
    const answer = await asVisitor(() => fetchFile(`/api/users/${userId}/data`))
    await saveFile(answer, readFileName(answer, 'personal-data.json'))
  },
  meta: {
    // The page cannot tell whether the browser saved the file.
    done: { title: 'Download started', description: 'Make sure the file was saved before deleting your account.' },
    failed: { title: 'Download Failed' },
  },
} satisfies UseMutationOptions<void, Error, number>

/** Deletes the account. The session call then creates a new visitor. */
const deleteAccountMutation = {
  mutationFn: async (userId: number) => {
    await callAsVisitor<typeof deleteOwnAccount>('DELETE /api/users/:userId', { params: { userId } })
    await renewSession()
  },
  meta: { failed: { title: 'Account Not Deleted' }, refetchOnLostAnswer: [sessionKey] },
} satisfies UseMutationOptions<void, Error, number>

const QUESTION = {
  title: 'Delete your account?',
  text: 'This permanently deletes your uploads, votes, views, name, location and email address, on every device. This cannot be undone.',
  action: 'Delete account',
  typed: 'DELETE',
}

/** Card for downloading or deleting the visitor's data (docs/decisions/030). */
function PersonalDataCard({ user }: { user: Session }) {
  const [, navigate] = useLocation()
  const download = useMutation(downloadDataMutation)
  const deletion = useMutation(deleteAccountMutation)
  const deleteAccount = async () => {
    if (!(await confirm(QUESTION))) return
    deletion.mutate(user.id, { onSuccess: () => navigate(paths.rate) })
  }
  return (
    <Card>
      <h2 className="text-lg">Your Data</h2>
      <p className="mt-2 text-sm text-mute">
        Everything that is stored about you, as one file: profile, uploads, votes, views and email addresses.
      </p>
      <Button className="mt-3" isBusy={download.isPending} onClick={() => download.mutate(user.id)}>
        {download.isPending ? 'Downloading…' : 'Download my data'}
      </Button>
      <hr className="my-5 border-line" />
      <p className="text-sm text-mute">
        Deleting your account removes all of it immediately. We keep only an anonymous log entry and any takedown
        requests.
      </p>
      <Button
        className="mt-3 border-danger-ink! text-danger-ink!"
        isBusy={deletion.isPending}
        onClick={() => void deleteAccount()}
      >
        {deletion.isPending ? 'Deleting…' : 'Delete account'}
      </Button>
    </Card>
  )
}

function ShareLocation({ isKnown }: { isKnown: boolean }) {
  const { mutate, isPending, isSuccess, error } = useMutation(shareLocationMutation)
  // The visitor may have removed the location after saving it.
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

function SessionInformation({ user }: { user: Session }) {
  return (
    <Card>
      <h2 className="text-lg">Session Information</h2>
      <dl className="mt-3 flex flex-col gap-4">
        <div>
          <dt className="text-sm text-mute">User ID</dt>
          <dd className="font-semibold">{user.id}</dd>
        </div>
        <SessionId value={user.sessionId} />
      </dl>
    </Card>
  )
}

/** The session id is a credential, so it is hidden until the visitor asks for it. */
function SessionId({ value }: { value: string }) {
  const [isShown, setShown] = useState(false)
  const [note, setNote] = useState(SILENCE)
  const say = (text: string) => setNote((last) => announcementAfter(last, text))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      say('Copied.')
    } catch {
      setShown(true)
      say("Couldn't copy. Select and copy it manually.")
    }
  }
  const Icon = isShown ? EyeOff : Eye
  return (
    <div>
      <dt className="text-sm text-mute">Session ID</dt>
      <dd>
        <p className="font-mono text-sm leading-6 break-all">
          {isShown ? value : <span className="text-mute">Hidden</span>}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="small"
            aria-label={`${isShown ? 'Hide' : 'Show'} session ID`}
            onClick={() => setShown(!isShown)}
          >
            <Icon aria-hidden className="size-4.5" /> {isShown ? 'Hide' : 'Show'}
          </Button>
          <Button size="small" aria-label="Copy session ID" onClick={copy}>
            <Copy aria-hidden className="size-4.5" /> Copy
          </Button>
        </div>
        <p aria-live="polite" className="mt-2 text-sm text-mute">
          <span key={note.nth}>{note.text || "Treat it like a password. Don't share it with anyone."}</span>
        </p>
      </dd>
    </div>
  )
}

type Props = {
  userId: Session['id']
  /** Degrees. */
  latitude: number
  /** Degrees. */
  longitude: number
}

/** Card with the location that the visitor shared (`visitor.md §2`). */
function LocationCard({ userId, latitude, longitude }: Props) {
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
          {/* A new key clears the form if the visitor becomes a new one after a database reset. */}
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
