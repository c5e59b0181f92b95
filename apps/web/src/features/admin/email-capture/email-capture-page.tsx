import { counted } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { SettingSection } from '../../../ui/forms/settings-form.tsx'
import { CapturedEmails } from './captured-emails.tsx'
import { emailCaptureQuery } from './email-capture.api.ts'
import { EmailCaptureForm } from './email-capture-form.tsx'

/** E-mail Capture Configuration (`admin.md §2`). */
export function EmailCapturePage() {
  return (
    <AdminPage
      title="E-mail Capture Configuration"
      purpose="When voters are asked for an e-mail address, and the addresses that they left."
    >
      <SettingSection
        title="E-mail Capture"
        isAlone
        query={useQuery(emailCaptureQuery)}
        errorTitle="Failed to fetch email capture configuration"
      >
        {(saved) => ({
          form: <EmailCaptureForm saved={saved} />,
          isEnabled: saved.isEnabled,
          facts: [['Vote threshold', counted(saved.voteThreshold, 'vote')]],
          updatedAt: saved.updatedAt,
        })}
      </SettingSection>
      <CapturedEmails />
    </AdminPage>
  )
}
