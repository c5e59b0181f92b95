import { counted } from '@hotvote/shared/counted'
import {
  type BackButton,
  backButtonForm,
  IDLE_TIME,
  type IdleRedirect,
  idleRedirectForm,
} from '@hotvote/shared/visitor/traffic'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowRight, ExternalLink } from 'lucide-react'
import { hasStatus } from '../../../lib/api/call-error.ts'
import { webAddress } from '../../../lib/browser/web-address.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { toNumber, useSettingsForm } from '../../../lib/operator/use-settings-form.ts'
import { AdminPage, Section } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { DayPlot, PlotRange } from '../../../ui/data/day-plot.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { ButtonLink, TryAgain } from '../../../ui/forms/button.tsx'
import { NumberField, UrlField } from '../../../ui/forms/field.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'
import {
  backButtonQuery,
  backHistoryQuery,
  durationText,
  idleHistoryQuery,
  idleRedirectQuery,
  redirectsPerDayQuery,
  saveBackMutation,
  saveIdleMutation,
} from './traffic-handlers.api.ts'

type Entry = { id: number | null; createdAt: string | null; isActive: boolean; url: string; note?: string }
type HistoryProps = { label: string; entries: Entry[] | undefined }

/** Lists the latest hundred versions, or none if they failed to load (`admin.md §8`). */
function HistoryList({ label, entries = [] }: HistoryProps) {
  return (
    <Card>
      <h3 className="text-base">{label}</h3>
      {entries.length === 0 ? (
        <p className="mt-2 text-mute">Nothing saved yet.</p>
      ) : (
        <ol
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the list
          tabIndex={0}
          className="mt-2 max-h-60 divide-y divide-line overflow-y-auto"
        >
          {entries.map((entry, index) => (
            <li key={entry.id} className="py-2.5">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="text-sm text-mute">{entry.createdAt && <Ago at={entry.createdAt} />}</span>
                <Badge tone={index === 0 && entry.isActive ? 'ok' : 'neutral'}>{getState(entry, index)}</Badge>
              </div>
              <p className="break-all">
                {entry.url || 'No redirect'}
                {entry.url && entry.note && <span className="text-mute"> {entry.note}</span>}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

const getState = ({ isActive }: Entry, index: number) => (index > 0 ? 'Replaced' : isActive ? 'Current' : 'Off')

const hasFailed = (error: Error | null) => hasStatus(error, 500)

/** Traffic Handlers screen (`admin.md §2`). */
export function TrafficHandlersPage() {
  const idle = useQuery(idleRedirectQuery)
  const back = useQuery(backButtonQuery)
  const isTableMissing = hasFailed(idle.error) && hasFailed(back.error)
  return (
    <AdminPage title="Traffic Handlers" purpose="Where to send visitors who are idle or press Back.">
      {isTableMissing ? (
        <MigrationNotice
          onRetry={() => {
            void idle.refetch()
            void back.refetch()
          }}
        />
      ) : (
        <>
          <IdleRedirectSection query={idle} />
          <BackButtonSection query={back} />
          <RedirectsPlot />
        </>
      )}
    </AdminPage>
  )
}

/** Shown if loading both configurations fails with a 500 (`admin.md §8`). */
function MigrationNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <Card role="alert" className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg">Database Migration Required</h2>
        <Badge tone="danger">Table missing</Badge>
      </div>
      <p className="text-mute">
        The tables of the redirects could not be read. Check the database, then restart the site to update its tables.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={adminPaths.siteHealthAlias} variant="primary">
          Open Database Tests
        </ButtonLink>
        <TryAgain onClick={onRetry} />
      </div>
    </Card>
  )
}

function BackButtonSection({ query }: { query: UseQueryResult<BackButton> }) {
  const history = useQuery(backHistoryQuery)
  return (
    <SettingSection
      title="Back Button Redirect"
      query={query}
      errorTitle="Failed to load back button configuration"
      history={
        <HistoryList
          label="Back button history"
          entries={history.data?.map(({ backButtonUrl, ...entry }) => ({ ...entry, url: backButtonUrl }))}
        />
      }
    >
      {(saved) => ({
        form: <BackForm saved={saved} />,
        isEnabled: saved.isActive,
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
    <SettingsForm purpose="Redirects visitors who press Back or swipe back." actions={actions}>
      <UrlField
        label={labels.backButtonUrl}
        hint="Leave it empty to switch the redirect off."
        {...field('backButtonUrl')}
      />
      <RedirectPreview when="On going back" url={current.backButtonUrl} />
    </SettingsForm>
  )
}

function IdleRedirectSection({ query }: { query: UseQueryResult<IdleRedirect> }) {
  const history = useQuery(idleHistoryQuery)
  return (
    <SettingSection
      title="Idle Session Redirect"
      query={query}
      errorTitle="Failed to load idle redirect configuration"
      fields={3}
      history={
        <HistoryList
          label="Idle redirect history"
          entries={history.data?.map(({ idleRedirectTime, idleRedirectUrl, ...entry }) => ({
            ...entry,
            url: idleRedirectUrl,
            note: `after ${counted(idleRedirectTime, 'second')}`,
          }))}
        />
      }
    >
      {(saved) => ({
        form: <IdleForm saved={saved} />,
        isEnabled: saved.isActive,
        updatedAt: saved.createdAt,
      })}
    </SettingSection>
  )
}

/** Parses seconds. Invalid text counts as the minimum (`admin.md §5`). */
const toSeconds = (text: string) => (Number.isNaN(toNumber(text)) ? IDLE_TIME.min : toNumber(text))

const idleLabels = {
  idleRedirectTime: 'Idle redirect time (seconds)',
  idleRedirectUrl: 'Idle redirect URL',
}

function IdleForm({ saved }: { saved: IdleRedirect }) {
  const { field, numberField, current, actions } = useSettingsForm(saved, idleRedirectForm, {
    ...saveIdleMutation,
    labels: idleLabels,
  })
  return (
    <SettingsForm purpose="Redirects visitors after a period of inactivity." actions={actions}>
      <NumberField
        label={idleLabels.idleRedirectTime}
        min={IDLE_TIME.min}
        max={IDLE_TIME.max}
        hint={`${IDLE_TIME.min} to ${IDLE_TIME.max} seconds; ${IDLE_TIME.default} is 5 minutes.`}
        {...numberField('idleRedirectTime', toSeconds)}
      />
      <UrlField
        label={idleLabels.idleRedirectUrl}
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

type Props = {
  when: string
  /** URL as the operator typed it. */
  url: string
}

function RedirectPreview({ when, url }: Props) {
  const address = webAddress(url.trim())
  return (
    <div className="rounded-control bg-raised p-4">
      <h3 className="text-sm font-semibold">Preview</h3>
      {address ? (
        <p className="mt-1 flex flex-wrap items-center gap-x-2">
          {when}
          <span className="inline-flex min-w-0 items-center gap-2">
            <ArrowRight aria-label="leads to" className="size-4 shrink-0 text-mute" />
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 min-w-0 items-center gap-1.5 font-semibold break-all text-not-ink underline"
            >
              {address}
              <ExternalLink aria-label="(opens in a new tab)" className="size-4 shrink-0" />
            </a>
          </span>
        </p>
      ) : (
        <p className="mt-1 flex min-h-11 items-center text-mute">
          {url.trim() === '' ? 'No redirect. Visitors stay on the site.' : 'This address leads nowhere yet.'}
        </p>
      )}
    </div>
  )
}

const series = [
  { key: 'idle', name: 'Idle', color: 'var(--color-not)' },
  { key: 'back', name: 'Back button', color: 'var(--color-hot)' },
  { key: 'swipe', name: 'Swipe back', color: 'var(--color-avatar)' },
] as const

function RedirectsPlot() {
  const query = useQuery(redirectsPerDayQuery)
  const plot = (days?: typeof query.data) => (
    <DayPlot title="Redirects per day" noun="redirect" series={[...series]} days={days} />
  )
  return (
    <Section title="Fired redirects" actions={<PlotRange />}>
      <QueryView query={query} errorTitle="The redirects could not be counted" loading={plot()}>
        {plot}
      </QueryView>
    </Section>
  )
}
