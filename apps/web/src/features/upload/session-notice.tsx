import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'

const ID = 'upload-needs-session'

/** The id of the text that says why nothing can be uploaded yet; nothing once there is a session. */
export const useBlockedBy = () => (useSession().data ? undefined : ID)

/** Uploads belong to a visitor: without one, says why the buttons wait and what helps. */
export function SessionNotice() {
  const session = useSession()
  if (session.data) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2 text-sm sm:px-5">
      <p id={ID} className="py-1 text-warn-ink">
        {reason(session)}
      </p>
      {session.isError && (
        <Button size="small" onClick={() => void session.refetch()}>
          Try again
        </Button>
      )}
    </div>
  )
}

function reason({ isPending, isError }: Pick<ReturnType<typeof useSession>, 'isPending' | 'isError'>) {
  if (isPending) return 'Your session is loading. Uploads can start in a moment.'
  if (isError) return 'Your session could not be loaded, so nothing can be uploaded yet.'
  return 'You are logged out. Log in, or continue as a new user, to upload.'
}
