import { useEmailCapture } from '../lib/visitor/email-capture.ts'
import { later } from './later.ts'

const EmailCaptureModal = later(
  async () => (await import('../features/email-capture/email-capture-modal.tsx')).EmailCaptureModal,
)

/** The modal of the rate screen, fetched when it is due. */
export function EmailCapture() {
  return useEmailCapture() === 'asks' && <EmailCaptureModal />
}
