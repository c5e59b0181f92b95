import { useQuery } from '@tanstack/react-query'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { SettingSection } from '../../../ui/forms/settings-form.tsx'
import { voteMultiplierQuery } from './vote-multiplier.api.ts'
import { VoteMultiplierForm } from './vote-multiplier-form.tsx'

/** Vote Multiplier Settings (`admin.md §2`). */
export function VoteMultiplierPage() {
  return (
    <AdminPage
      title="Vote Multiplier Settings"
      purpose="Multiplies the vote counts that visitors see. The stored votes stay as they are."
    >
      <SettingSection
        title="Vote Multiplier"
        isAlone
        hasSpinner
        query={useQuery(voteMultiplierQuery)}
        errorTitle="Failed to load vote multiplier configuration. Please try again."
      >
        {(saved) => ({
          form: <VoteMultiplierForm saved={saved} />,
          isEnabled: saved.isEnabled,
          facts: [['Multiplier', `${saved.multiplier}x`]],
          updatedAt: saved.updatedAt,
        })}
      </SettingSection>
    </AdminPage>
  )
}
