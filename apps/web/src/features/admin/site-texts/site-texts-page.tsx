import {
  SITE_TEXT_TITLES,
  siteTextNames,
  siteTextsForm,
  type siteTextsSetting,
} from '@hotvote/shared/visitor/site-texts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { settingMutation, settingQuery } from '../../../lib/operator/setting-changes.ts'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'

const siteTextsQuery = settingQuery<typeof siteTextsSetting.read>('GET /api/admin/site-texts-config')

const saveMutation = settingMutation<typeof siteTextsSetting.save>('POST /api/admin/site-texts-config', {
  setting: 'site-texts',
  visitorKey: ['site-texts'],
  saved: 'Site texts saved.',
  failed: { fallback: 'Failed to update the site texts' },
})

/** Screen for editing the site's texts: contact, terms, privacy and imprint. */
export function SiteTextsPage() {
  return (
    <AdminPage
      title="Site Texts"
      purpose="Contact, terms, privacy and imprint. Visitors find links to those that have a text."
    >
      <SettingSection
        title="Site texts"
        query={useQuery(siteTextsQuery)}
        errorTitle="Failed to load the site texts"
        fields={4}
      >
        {(saved) => {
          const isPublished = siteTextNames.some((name) => saved[name].trim() !== '')
          return {
            form: <SiteTextsForm saved={saved} />,
            isEnabled: isPublished,
            state: isPublished ? 'Published' : 'Empty',
            updatedAt: saved.updatedAt,
          }
        }}
      </SettingSection>
    </AdminPage>
  )
}

function SiteTextsForm({ saved }: { saved: Versioned<z.infer<typeof siteTextsForm>> }) {
  const { field, actions } = useSettingsForm(saved, siteTextsForm, { ...saveMutation, labels: SITE_TEXT_TITLES })
  return (
    <SettingsForm
      purpose="Markdown: # Heading, **bold**, [link](https://…), - list. HTML is shown as text."
      actions={actions}
    >
      {siteTextNames.map((name) => (
        <TextArea key={name} label={SITE_TEXT_TITLES[name]} rows={6} isOptional {...field(name)} />
      ))}
    </SettingsForm>
  )
}
