import { History } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react'
import type { StepBack } from '../lib/operator/use-settings-form.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { PartHeading } from './part-heading.tsx'
import { SettingHistory } from './setting-history.tsx'

/** What `useSettingsForm` answers as `actions`. */
type Actions = {
  submit: ComponentProps<'form'>['onSubmit']
  reset: () => void
  isDirty: boolean
  isPending: boolean
  stepBack: StepBack
}

type Props = {
  /** What the setting does, in a sentence. */
  purpose: ReactNode
  actions: Actions
  children: ReactNode
}

/** The setting that a `SettingSection` is about, and whether it is in force on the site now. */
export const Setting = createContext({ title: '', isEnabled: false })

/** The form of a setting: whether it is on, whether something is unsaved, Save and Reset. */
export function SettingsForm({ purpose, actions, children }: Props) {
  const { title, isEnabled } = useContext(Setting)
  const { submit, isDirty } = actions
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const id = useId()
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PartHeading id={id} name={title} className="text-lg" />
        <EnabledBadge isEnabled={isEnabled} />
        <span role="status">{isDirty && <Badge tone="warn">Unsaved Changes</Badge>}</span>
      </div>
      <p className="mt-1 text-mute">{purpose}</p>
      <form noValidate aria-labelledby={id} onSubmit={submit} className="mt-5 flex flex-col gap-5">
        {children}
        <FormButtons {...actions} onHistory={() => setHistoryOpen(true)} />
      </form>
      {isHistoryOpen && <SettingHistory {...actions} title={title} onClose={() => setHistoryOpen(false)} />}
    </Card>
  )
}

const FormButtons = ({ isDirty, isPending, reset, onHistory }: Actions & { onHistory: () => void }) => (
  <div className="flex flex-wrap gap-2 border-t border-line pt-5">
    <Button
      type="submit"
      variant="primary"
      disabled={!isDirty}
      isBusy={isPending}
      className="min-w-44 max-sm:flex-auto"
    >
      {isPending ? 'Saving...' : 'Save Configuration'}
    </Button>
    <Button disabled={!isDirty} isBusy={isPending} onClick={reset} className="max-sm:flex-auto">
      Reset Changes
    </Button>
    <Button variant="ghost" onClick={onHistory} className="max-sm:flex-auto sm:ml-auto">
      <History aria-hidden className="size-4.5" />
      History
    </Button>
  </div>
)

export const EnabledBadge = ({ isEnabled }: { isEnabled: boolean }) => (
  <Badge tone={isEnabled ? 'ok' : 'neutral'}>{isEnabled ? 'Enabled' : 'Disabled'}</Badge>
)
