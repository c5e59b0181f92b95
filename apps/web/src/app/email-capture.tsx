import { useEmailCapture } from '../lib/visitor/email-capture.ts'
import { lazyWhenIdle } from './lazy-when-idle.ts'

const EmailCaptureModal = lazyWhenIdle(
  async () => (await import('../features/email-capture/email-capture-modal.tsx')).EmailCaptureModal,
)

/** The modal of the rate screen, fetched when it is due. */
export function EmailCapture() {
  return useEmailCapture() === 'asks' && <EmailCaptureModal />
}
