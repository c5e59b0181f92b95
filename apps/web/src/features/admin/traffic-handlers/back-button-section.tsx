import { type BackButton, backButtonForm } from '@hotvote/shared/traffic'
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useSettingsForm } from '../../../lib/operator/use-settings-form.ts'
import { moreOf } from '../../../ui/data/load-more.tsx'
import { UrlField } from '../../../ui/forms/field.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { HistoryList } from './history-list.tsx'
import { RedirectPreview } from './redirect-preview.tsx'
import { backHistoryQuery, saveBackMutation } from './traffic-handlers.api.ts'

/** What visitors are led to who go back, with every version that was saved. */
export function BackButtonSection({ query }: { query: UseQueryResult<BackButton> }) {
  const history = useInfiniteQuery(backHistoryQuery)
  return (
    <SettingSection
      title="Back Button Redirect"
      query={query}
      errorTitle="Failed to load back button configuration"
      history={
        <HistoryList
          label="Back button history"
          entries={history.data?.items.map(({ backButtonUrl, ...entry }) => ({ ...entry, url: backButtonUrl }))}
          more={moreOf(history)}
        />
      }
    >
      {(saved) => ({
        form: <BackForm saved={saved} />,
        isEnabled: saved.isActive,
        facts: [['Leads to', saved.backButtonUrl || 'Nowhere']],
        updatedAt: saved.createdAt,
      })}
    </SettingSection>
  )
}

const labels = {
  backButtonUrl: 'Back button URL',
}

function BackForm({ saved }: { saved: BackButton }) {
  const { field, current, actions } = useSettingsForm(saved, backButtonForm, { ...saveBackMutation, labels })
  return (
    <SettingsForm
      purpose="Leads visitors away who press the back button or swipe back from the edge."
      actions={actions}
    >
      <UrlField
        label={labels.backButtonUrl}
        hint="Leave it empty to switch the redirect off."
        {...field('backButtonUrl')}
      />
      <RedirectPreview when="On going back" url={current.backButtonUrl} />
    </SettingsForm>
  )
}
