import type { Session } from '@hotvote/shared/visitor/sessions'
import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { announcementAfter, SILENCE } from '../../lib/browser/announcement.ts'
import { Card } from '../../ui/data/card.tsx'
import { Button } from '../../ui/forms/button.tsx'

export function SessionInformation({ user }: { user: Session }) {
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

/** The session id is a credential, so it is hidden until requested. */
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
