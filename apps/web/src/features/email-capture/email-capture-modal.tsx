import type { captureEmail } from '@hotvote/shared/visitor/email-capture'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { retryOnce } from '../../lib/api/call-error.ts'
import { hasMouse } from '../../lib/browser/device.ts'
import { siteName } from '../../lib/session/brand.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'
import { dismissEmailCapture } from '../../lib/session/email-capture.ts'
import { useSession } from '../../lib/session/session.ts'
import { noteEmailGiven } from '../../lib/session/stored-session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { EmailForm } from '../../ui/forms/email-form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type Given = { email: string; sessionId: string }

/** Saves the visitor's email address, which allows further votes (`visitor.md §4`, `§8`). */
const captureMutation = {
  mutationFn: async (body: Given) => {
    await callAsVisitor<typeof captureEmail>('POST /api/email-capture', { body })
    noteEmailGiven(body.email)
  },
  retry: retryOnce,
  meta: {
    done: {
      title: 'Thanks for your email!',
      description: "We'll keep you updated on new features and exciting content.",
    },
    failed: { title: 'Error', fallback: 'Failed to save email address' },
  },
} satisfies UseMutationOptions<void, Error, Given>

/** Asks for an email address after a certain number of votes (`visitor.md §4`). */
export function EmailCaptureModal() {
  const { data: user } = useSession()
  const { mutate, isPending } = useMutation(captureMutation)
  const dismiss = () => user && dismissEmailCapture(user.id)
  const send = (email: string) => user && mutate({ email, sessionId: user.sessionId })
  return (
    <Dialog
      title={`Enjoying ${siteName}?`}
      description="Add your email to keep voting. We'll keep you updated on new features and exciting content."
      onClose={dismiss}
      opensByItself
    >
      <EmailForm
        takesFocus={hasMouse()}
        action="Keep voting"
        pendingAction="Saving..."
        isPending={isPending}
        onSend={send}
        hint="Never shown to other visitors."
      />
      <Button variant="ghost" className="mt-2 w-full" onClick={dismiss}>
        Maybe later
      </Button>
    </Dialog>
  )
}
