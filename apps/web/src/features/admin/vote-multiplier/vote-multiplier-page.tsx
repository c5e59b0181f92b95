import { useQuery } from '@tanstack/react-query'
import { AdminPage } from '../../../ui/admin-page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { SettingSection } from '../../../ui/setting-section.tsx'
import { SettingsSkeleton } from '../../../ui/skeleton.tsx'
import { voteMultiplierQuery } from './vote-multiplier.api.ts'
import { VoteMultiplierForm } from './vote-multiplier-form.tsx'

/** Vote Multiplier Settings (`admin.md §2`). */
export function VoteMultiplierPage() {
  const query = useQuery(voteMultiplierQuery)
  return (
    <AdminPage
      title="Vote Multiplier Settings"
      purpose="Multiplies the vote counts that visitors see. The stored votes stay as they are."
    >
      <QueryView
        query={query}
        errorTitle="Failed to load vote multiplier configuration. Please try again."
        loading={<SettingsSkeleton />}
      >
        {(saved) => (
          <SettingSection
            title="Vote Multiplier"
            isAlone
            form={<VoteMultiplierForm saved={saved} />}
            isEnabled={saved.isEnabled}
            facts={[['Multiplier', `${saved.multiplier}x`]]}
            updatedAt={saved.updatedAt}
          />
        )}
      </QueryView>
    </AdminPage>
  )
}
