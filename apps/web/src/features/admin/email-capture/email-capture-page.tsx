import { count, counted } from '@hotvote/shared/counted'
import {
  type CapturedEmail,
  emailCaptureForm,
  listCapturedEmails,
  VOTE_THRESHOLD,
} from '@hotvote/shared/visitor/email-capture'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Copy, Download, MailX } from 'lucide-react'
import type { z } from 'zod'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { AdminPage, Section } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { usePageStart } from '../../../ui/data/pager.tsx'
import type { Column } from '../../../ui/data/table-selection.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { NumberField } from '../../../ui/forms/field.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'
import {
  capturedEmailsQuery,
  copyMutation,
  downloadMutation,
  emailCaptureQuery,
  saveMutation,
} from './email-capture.api.ts'

/** E-mail Capture Configuration screen (`admin.md §2`). */
export function EmailCapturePage() {
  return (
    <AdminPage
      title="E-mail Capture Configuration"
      purpose="When voters are asked for an e-mail address, and the addresses they entered."
    >
      <SettingSection
        title="E-mail Capture"
        query={useQuery(emailCaptureQuery)}
        errorTitle="Failed to fetch email capture configuration"
      >
        {(saved) => ({
          form: <EmailCaptureForm saved={saved} />,
          isEnabled: saved.isEnabled,
          updatedAt: saved.updatedAt,
        })}
      </SettingSection>
      <CapturedEmails />
    </AdminPage>
  )
}

const labels = {
  isEnabled: 'Enable e-mail capture',
  voteThreshold: 'Vote threshold',
}

export function EmailCaptureForm({ saved }: { saved: Versioned<z.infer<typeof emailCaptureForm>> }) {
  const { register, numberField, current, actions } = useSettingsForm(saved, emailCaptureForm, {
    ...saveMutation,
    labels,
  })
  const { min, max } = VOTE_THRESHOLD
  return (
    <SettingsForm
      purpose="Opens a dialog on the rate screen that asks for an e-mail address. Visitors with one are not asked."
      actions={actions}
    >
      <Switch label={labels.isEnabled} {...register('isEnabled')} />
      <NumberField
        label={labels.voteThreshold}
        min={min}
        max={max}
        hint={`Votes per visit, ${min} to ${max}. The count restarts with each visit.`}
        {...numberField('voteThreshold')}
      />
      {current.isEnabled && current.voteThreshold >= min && (
        <p className="rounded-control bg-raised p-4">
          Visitors are asked after <strong>{counted(current.voteThreshold, 'vote')}</strong>.
        </p>
      )}
    </SettingsForm>
  )
}

const columns: Column<CapturedEmail>[] = [
  { id: 'email', header: 'E-mail', cell: ({ email }) => <span className="font-semibold">{email}</span>, width: 260 },
  {
    id: 'username',
    header: 'Visitor',
    cell: ({ userId, username }) =>
      userId === null || username === null ? (
        <span className="text-mute">Deleted</span>
      ) : (
        <UserLink userId={userId} username={username} />
      ),
    width: 180,
  },
  { id: 'createdAt', header: 'Captured', cell: ({ createdAt }) => <Ago at={createdAt} />, width: 230 },
]

export function CapturedEmails() {
  const query = useQuery(capturedEmailsQuery(usePageStart(listCapturedEmails)))
  const download = useMutation(downloadMutation)
  const copy = useMutation(copyMutation)
  const total = query.data?.total
  const isAsked = useQuery(emailCaptureQuery).data?.isEnabled !== false
  return (
    <Section
      title="Captured E-mail Addresses"
      total={total === undefined ? undefined : count(total)}
      actions={
        <>
          <Button disabled={!total} isBusy={copy.isPending} onClick={() => copy.mutate()}>
            <Copy aria-hidden className="size-4" />
            Copy CSV
          </Button>
          <Button disabled={!total} isBusy={download.isPending} onClick={() => download.mutate()}>
            <Download aria-hidden className="size-4" />
            Download CSV
          </Button>
        </>
      }
    >
      <ListTable
        query={query}
        errorTitle="The e-mail addresses could not be loaded"
        label="Captured e-mail addresses"
        columns={columns}
        getKey={({ id }) => id}
        empty={
          <Empty icon={MailX} title="No e-mail addresses yet">
            {isAsked
              ? 'Addresses appear here once visitors enter one.'
              : 'Visitors are not asked yet. Turn the dialog on above.'}
          </Empty>
        }
      />
    </Section>
  )
}
