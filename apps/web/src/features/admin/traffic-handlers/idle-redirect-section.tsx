import { counted } from '@hotvote/shared/counted'
import { IDLE_TIME, type IdleRedirect, idleRedirectForm } from '@hotvote/shared/traffic'
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { toNumber, useSettingsForm } from '../../../lib/operator/use-settings-form.ts'
import { moreOf } from '../../../ui/data/load-more.tsx'
import { NumberField, UrlField } from '../../../ui/forms/field.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { durationText } from './duration-text.ts'
import { HistoryList } from './history-list.tsx'
import { RedirectPreview } from './redirect-preview.tsx'
import { idleHistoryQuery, saveIdleMutation } from './traffic-handlers.api.ts'

/** What visitors are led to who do nothing, with every version that was saved. */
export function IdleRedirectSection({ query }: { query: UseQueryResult<IdleRedirect> }) {
  const history = useInfiniteQuery(idleHistoryQuery)
  return (
    <SettingSection
      title="Idle Session Redirect"
      query={query}
      errorTitle="Failed to load idle redirect configuration"
      fields={3}
      history={
        <HistoryList
          label="Idle redirect history"
          entries={history.data?.items.map(({ idleRedirectTime, idleRedirectUrl, ...entry }) => ({
            ...entry,
            url: idleRedirectUrl,
            note: `after ${counted(idleRedirectTime, 'second')}`,
          }))}
          more={moreOf(history)}
        />
      }
    >
      {(saved) => ({
        form: <IdleForm saved={saved} />,
        isEnabled: saved.isActive,
        facts: [
          ['Redirect after', durationText(saved.idleRedirectTime)],
          ['Leads to', saved.idleRedirectUrl || 'Nowhere'],
        ],
        updatedAt: saved.createdAt,
      })}
    </SettingSection>
  )
}

/** What is no number means the least (`admin.md §5`). */
const toSeconds = (text: string) => (Number.isNaN(toNumber(text)) ? IDLE_TIME.min : toNumber(text))

const labels = {
  idleRedirectTime: 'Idle redirect time (seconds)',
  idleRedirectUrl: 'Idle redirect URL',
}

function IdleForm({ saved }: { saved: IdleRedirect }) {
  const { field, numberField, current, actions } = useSettingsForm(saved, idleRedirectForm, {
    ...saveIdleMutation,
    labels,
  })
  return (
    <SettingsForm
      purpose="Leads visitors away after a time without a touch, a key or a move of the mouse."
      actions={actions}
    >
      <NumberField
        label={labels.idleRedirectTime}
        min={IDLE_TIME.min}
        max={IDLE_TIME.max}
        hint={`${IDLE_TIME.min} to ${IDLE_TIME.max} seconds; ${IDLE_TIME.default} are 5 minutes.`}
        {...numberField('idleRedirectTime', toSeconds)}
      />
      <UrlField
        label={labels.idleRedirectUrl}
        hint="Leave it empty to switch the redirect off."
        {...field('idleRedirectUrl')}
      />
      <RedirectPreview
        when={`After ${durationText(current.idleRedirectTime)} without activity`}
        url={current.idleRedirectUrl}
      />
    </SettingsForm>
  )
}
