import { accessForm, UPLOADS_PER_DAY_MAX } from '@hotvote/shared/visitor/access'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { NumberField, TextArea } from '../../../ui/forms/field.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { accessQuery, saveAccessMutation } from './access.api.ts'
import { Bans } from './bans.tsx'

type Access = z.infer<typeof accessForm>

/** Screen for closing parts of the site and for banning visitors. */
export function AccessPage() {
  const access = useQuery(accessQuery)
  return (
    <AdminPage
      title="Access"
      purpose="Close parts of the site, limit uploads, and ban networks, names and mail domains."
    >
      <SettingSection title="Site access" query={access} errorTitle="Failed to load the access settings" fields={4}>
        {(saved) => ({
          form: <AccessForm saved={saved} />,
          isEnabled: describeState(saved) === 'Open',
          state: describeState(saved),
          updatedAt: saved.updatedAt,
        })}
      </SettingSection>
      {/* Below the loaded form, whose height depends on the settings. */}
      {!access.isPending && <Bans />}
    </AdminPage>
  )
}

const describeState = ({ uploadsOpen, votingOpen, isReadOnly }: Access) =>
  isReadOnly ? 'Read-only' : uploadsOpen && votingOpen ? 'Open' : 'Partly closed'

const labels = {
  uploadsOpen: 'Uploads open',
  uploadsText: 'Text while uploads are closed',
  votingOpen: 'Voting open',
  votingText: 'Text while voting is closed',
  isReadOnly: 'Read-only site (maintenance)',
  readOnlyText: 'Text while the site is read-only',
  unsavedUploads: 'Uploads a day, unsaved accounts',
  savedUploads: 'Uploads a day, saved accounts',
  asksProof: 'Require proof of work from new visitors',
}

function AccessForm({ saved }: { saved: Versioned<Access> }) {
  const { register, field, numberField, current, actions } = useSettingsForm(saved, accessForm, {
    ...saveAccessMutation,
    labels,
  })
  return (
    <SettingsForm
      purpose="Visitors see your text in place of what is closed. The back office stays open."
      actions={actions}
    >
      <Switch label={labels.uploadsOpen} {...register('uploadsOpen')} />
      {!current.uploadsOpen && <TextArea label={labels.uploadsText} rows={2} {...field('uploadsText')} />}
      <Switch label={labels.votingOpen} {...register('votingOpen')} />
      {!current.votingOpen && <TextArea label={labels.votingText} rows={2} {...field('votingText')} />}
      <Switch label={labels.isReadOnly} {...register('isReadOnly')} />
      {current.isReadOnly && <TextArea label={labels.readOnlyText} rows={2} {...field('readOnlyText')} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField
          label={labels.unsavedUploads}
          min={0}
          max={UPLOADS_PER_DAY_MAX}
          hint="0: no limit."
          {...numberField('unsavedUploads')}
        />
        <NumberField
          label={labels.savedUploads}
          min={0}
          max={UPLOADS_PER_DAY_MAX}
          hint="Accounts with a confirmed email. 0: no limit."
          {...numberField('savedUploads')}
        />
      </div>
      <Switch
        label={labels.asksProof}
        hint="Before the first vote or upload, the browser solves a puzzle for about a second. This makes running many bots expensive."
        {...register('asksProof')}
      />
    </SettingsForm>
  )
}
