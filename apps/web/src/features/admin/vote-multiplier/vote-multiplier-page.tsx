import { count } from '@hotvote/shared/counted'
import { voteMultiplierForm } from '@hotvote/shared/operator/vote-multiplier'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { NumberField } from '../../../ui/forms/field.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { saveMutation, voteMultiplierQuery } from './vote-multiplier.api.ts'

/** Vote Multiplier Settings screen (`admin.md §2`). */
export function VoteMultiplierPage() {
  return (
    <AdminPage title="Vote Multiplier Settings" purpose="How visitors see votes. Stored votes don't change.">
      <SettingSection
        title="Vote Multiplier"
        query={useQuery(voteMultiplierQuery)}
        errorTitle="Failed to load vote multiplier configuration. Please try again."
      >
        {(saved) => ({
          form: <VoteMultiplierForm saved={saved} />,
          isEnabled: saved.isEnabled,
          facts: [
            ['Multiplier', `${saved.multiplier}x`],
            ['Percentages', saved.hidesResult ? 'Hidden before the vote' : 'Always shown'],
          ],
          updatedAt: saved.updatedAt,
        })}
      </SettingSection>
    </AdminPage>
  )
}

/** Parses a multiplier. Zero and invalid text count as 1 (`admin.md §5`). */
const toMultiplier = (text: string) => Number(text) || 1

const labels = {
  isEnabled: 'Enable vote multiplier',
  multiplier: 'Multiplier',
  hidesResult: 'Hide percentages until the visitor has voted',
}

export function VoteMultiplierForm({ saved }: { saved: Versioned<z.infer<typeof voteMultiplierForm>> }) {
  const { register, numberField, current, actions } = useSettingsForm(saved, voteMultiplierForm, {
    ...saveMutation,
    labels,
  })
  return (
    <SettingsForm
      purpose="Changes only the displayed vote counts, not the stored votes: when off, visitors see the real counts."
      actions={actions}
    >
      <Switch label={labels.isEnabled} {...register('isEnabled')} />
      <NumberField
        label={labels.multiplier}
        inputMode="decimal"
        min={0.1}
        step={0.1}
        placeholder="1.0"
        hint={
          <>
            Common values: 1.5-10.0.
            <br />
            Example: 2.5 shows 250 when the real count is 100.
          </>
        }
        {...numberField('multiplier', toMultiplier)}
      />
      {current.isEnabled && current.multiplier > 0 && <Preview multiplier={current.multiplier} />}
      <Switch
        label={labels.hidesResult}
        hint="Seeing percentages can influence votes. Visitors still see the number of votes."
        {...register('hidesResult')}
      />
    </SettingsForm>
  )
}

const REAL = 100

function Preview({ multiplier }: { multiplier: number }) {
  return (
    <section aria-label="Live preview" className="rounded-control bg-raised p-4">
      <h3 className="text-sm font-semibold text-mute">Live Preview</h3>
      <p className="mt-1">
        {REAL} real votes are shown as <strong className="text-lg">{count(Math.round(REAL * multiplier))}</strong>
      </p>
    </section>
  )
}
