import type { ListedOperator } from '@hotvote/shared/operator/operators'
import { secondFactorForm } from '@hotvote/shared/operator/operators'
import { useQuery } from '@tanstack/react-query'
import { Pencil, UserCog, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { date } from '../../../lib/browser/format.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { ownLoginQuery } from '../../../lib/operator/own-login.ts'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import type { Column } from '../../../ui/data/table-selection.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { OperatorDialog } from './operator-dialog.tsx'
import { operatorsQuery, saveSecondFactorMutation, secondFactorQuery } from './operators.api.ts'

const columnsWith = (action: (operator: ListedOperator) => ReactNode): Column<ListedOperator>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, isDisabled, isFromEnvironment }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold wrap-anywhere">{name}</span>
        {isFromEnvironment && <Badge tone="info">Environment</Badge>}
        {isDisabled && <Badge tone="danger">Disabled</Badge>}
      </span>
    ),
    width: 260,
  },
  { id: 'role', header: 'Role', cell: ({ role }) => (role === 'admin' ? 'Admin' : 'Moderator'), width: 120 },
  {
    id: 'secondFactor',
    header: 'Second factor',
    cell: ({ hasSecondFactor }) => (
      <Badge tone={hasSecondFactor ? 'ok' : 'neutral'}>{hasSecondFactor ? 'On' : 'Off'}</Badge>
    ),
    width: 130,
  },
  { id: 'createdAt', header: 'Added', cell: ({ createdAt }) => date(createdAt), width: 130 },
  { id: 'action', header: '', cell: action, width: 130, align: 'end' },
]

/** See docs/decisions/039. */
export function OperatorsPage() {
  const [edited, setEdited] = useState<ListedOperator | 'new'>()
  const { data: me } = useQuery(ownLoginQuery)
  const operators = useQuery(operatorsQuery)
  const columns = columnsWith((operator) => {
    if (operator.name === me?.name)
      return (
        <ButtonLink size="small" href={adminPaths.ownLogin}>
          Your login
        </ButtonLink>
      )
    // Only the second factor of the first operator can be changed here.
    if (operator.isFromEnvironment && !operator.hasSecondFactor) return null
    return (
      <Button size="small" aria-label={`Edit ${operator.name}`} onClick={() => setEdited(operator)}>
        <Pencil aria-hidden className="size-4" /> Edit
      </Button>
    )
  })
  return (
    <AdminPage
      title="Operators"
      purpose="Admins can do everything. Moderators decide on uploads, reports and takedowns, and manage media and users."
      action={
        <Button variant="primary" onClick={() => setEdited('new')}>
          <UserPlus aria-hidden className="size-4" /> Add operator
        </Button>
      }
    >
      <ListTable
        query={operators}
        errorTitle="The operators could not be loaded"
        label="Operators"
        columns={columns}
        getKey={({ id }) => id}
        empty={
          <Empty icon={UserCog} title="Only the first operator">
            Add operators with names of their own, so the audit log says who acted.
          </Empty>
        }
      />
      {/* Below the loaded list, because the list would push it down. */}
      {!operators.isPending && <SecondFactorRules />}
      {edited && (
        <OperatorDialog operator={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </AdminPage>
  )
}

const SecondFactorRules = () => (
  <SettingSection
    title="Require a second factor"
    query={useQuery(secondFactorQuery)}
    errorTitle="Failed to load the setting"
    fields={1}
  >
    {(saved) => ({
      form: <RulesForm saved={saved} />,
      isEnabled: saved.isRequired,
      updatedAt: saved.updatedAt,
    })}
  </SettingSection>
)

const labels = { isRequired: 'Required for every operator' }

function RulesForm({ saved }: { saved: Versioned<{ isRequired: boolean }> }) {
  const { register, actions } = useSettingsForm(saved, secondFactorForm, { ...saveSecondFactorMutation, labels })
  return (
    <SettingsForm
      purpose="Operators without one must set it up before they can continue. Clients that send only a name and password are rejected."
      actions={actions}
    >
      <Switch label={labels.isRequired} hint="Set up your own second factor first." {...register('isRequired')} />
    </SettingsForm>
  )
}
