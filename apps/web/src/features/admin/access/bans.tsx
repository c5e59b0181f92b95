import { count, counted } from '@hotvote/shared/counted'
import { addBan, type Ban, type BannedPart, bannedParts } from '@hotvote/shared/operator/bans'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Ban as BanIcon, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { type UseFormRegister, useForm, useWatch } from 'react-hook-form'
import { describeReason, hasStatus } from '../../../lib/api/call-error.ts'
import { dateTime } from '../../../lib/browser/format.ts'
import { useUrlState } from '../../../lib/browser/url-state.ts'
import { networkName } from '../../../lib/operator/moderation.ts'
import { Section } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import type { Column } from '../../../ui/data/table-selection.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { CodeField, SelectField, TextField } from '../../../ui/forms/field.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { banMutation, bansQuery, liftMutation } from './access.api.ts'

const KINDS: Record<Ban['kind'], string> = { network: 'Network', username: 'Username', email_domain: 'Mail domain' }
const PARTS: Record<BannedPart, string> = { vote: 'Voting', upload: 'Uploading', report: 'Reporting' }

const describeTarget = ({ kind, target }: Ban) =>
  kind === 'network' ? networkName(target) : `${KINDS[kind]} “${target}”`

const End = ({ ban: { isActive, until } }: { ban: Ban }) =>
  !isActive ? 'Ended' : until === null ? 'Until lifted' : <Ago at={until} />

const columnsWith = (action: (ban: Ban) => ReactNode): Column<Ban>[] => [
  {
    id: 'target',
    header: 'Banned',
    cell: (ban) => <span className="font-semibold [overflow-wrap:anywhere]">{describeTarget(ban)}</span>,
    width: 190,
  },
  { id: 'parts', header: 'From', cell: ({ parts }) => parts.map((part) => PARTS[part]).join(', ') || '–', width: 150 },
  { id: 'reason', header: 'Why', cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>, width: 190 },
  {
    id: 'createdAt',
    header: 'Added',
    cell: ({ createdAt, createdBy }) => (
      <>
        <Ago at={createdAt} /> by {createdBy}
      </>
    ),
    width: 190,
  },
  {
    id: 'until',
    header: 'Ends',
    cell: (ban) => (
      <Badge tone={ban.isActive ? 'warn' : 'neutral'}>
        <End ban={ban} />
      </Badge>
    ),
    width: 190,
  },
  {
    id: 'hits',
    header: 'Refused',
    cell: ({ hits, lastHitAt }) => (
      <span title={lastHitAt === null ? undefined : `Last: ${dateTime(lastHitAt)}`}>{count(hits)}</span>
    ),
    width: 90,
    align: 'end',
  },
  { id: 'action', header: '', cell: action, width: 100 },
]

const PARAMS = { cursor: '', user: '', network: '', add: '' }

/** Lists bans and adds new ones. The URL can preselect a user or network to ban. */
export function Bans() {
  const [{ cursor, user: userId, ...params }, setParams] = useUrlState(PARAMS)
  const wanted = { ...params, user: /^\d+$/.test(userId) ? userId : '' }
  const { mutate, isPending } = useMutation(liftMutation)
  const lift = async (ban: Ban) => {
    const isSure = await confirm({
      title: 'Lift this ban?',
      text: `${describeTarget(ban)} is allowed again at once.`,
      action: 'Lift ban',
    })
    if (isSure) mutate(ban.id)
  }
  const columns = columnsWith(
    (ban) =>
      ban.isActive && (
        <Button
          size="small"
          isBusy={isPending}
          aria-label={`Lift: ${describeTarget(ban)}`}
          onClick={() => void lift(ban)}
        >
          Lift
        </Button>
      ),
  )
  return (
    <Section
      title="Bans"
      actions={
        <Button onClick={() => setParams({ add: 'true' })}>
          <BanIcon aria-hidden className="size-4" /> Add ban
        </Button>
      }
    >
      <ListTable
        query={useQuery(bansQuery(cursor))}
        errorTitle="The bans could not be loaded"
        label="Bans"
        head={({ total }) => counted(total, 'ban')}
        columns={columns}
        getKey={({ id }) => id}
        empty={
          <Empty icon={ShieldCheck} title="No bans">
            Ban networks that abuse the site, words in usernames, and mail domains.
          </Empty>
        }
      />
      {(wanted.add || wanted.user || wanted.network) && (
        <BanDialog {...wanted} onClose={() => setParams({ add: '', user: '', network: '' })} />
      )}
    </Section>
  )
}

type DialogProps = { user: string; network: string; onClose: () => void }

type Form = { kind: Ban['kind']; target: string; parts: BannedPart[]; days: string; reason: string }

const DURATIONS = { '1': 'A day', '7': 'A week', '30': '30 days', '': 'Until lifted' }
const TARGETS: Record<Ban['kind'], [label: string, hint: string]> = {
  network: ['IP address', 'Bans its /24, or its /48 for IPv6. The address is not stored.'],
  username: ['Word', 'Refuses usernames that contain it, in any case.'],
  email_domain: ['Domain', 'Refuses addresses of the domain and its subdomains.'],
}

const toBody = ({ kind, target, parts, days, reason }: Form, { user, network }: DialogProps) => {
  const common = { reason, days: days === '' ? null : Number(days) }
  if (kind !== 'network') return { kind, pattern: target, ...common }
  const named = user ? { userId: Number(user) } : network ? { network } : { address: target }
  return { kind, ...named, parts, ...common }
}

const FOCUS = { shouldFocus: true }

function useBanForm(props: DialogProps, isNamed: boolean) {
  const { register, handleSubmit, control, setError, formState } = useForm<Form>({
    defaultValues: { kind: 'network', target: '', parts: [...bannedParts], days: '7', reason: '' },
  })
  const { mutate, isPending } = useMutation(banMutation)
  const submit = handleSubmit((values) => {
    if (values.kind === 'network' && !isNamed && !values.target.trim())
      return setError('target', { message: 'Enter an IP address' }, FOCUS)
    const body = addBan.body.safeParse(toBody(values, props))
    if (body.success)
      return mutate(body.data, {
        onSuccess: props.onClose,
        onError: (error) =>
          !isNamed && hasStatus(error, 400, 409) && setError('target', { message: describeReason(error) }, FOCUS),
      })
    // The first error is set last, so its field keeps the focus.
    for (const { path, message } of body.error.issues.toReversed())
      setError(path[0] === 'reason' || path[0] === 'parts' ? path[0] : 'target', { message }, FOCUS)
  })
  return { register, submit, isPending, errors: formState.errors, kind: useWatch({ control, name: 'kind' }) }
}

function BanDialog(props: DialogProps) {
  const { user, network, onClose } = props
  const isNamed = user !== '' || network !== ''
  const { register, submit, isPending, errors, kind } = useBanForm(props, isNamed)
  const title = user ? `Ban the network of user #${user}` : network ? `Ban ${networkName(network)}` : 'Add ban'
  return (
    <FormDialog title={title} action="Ban" variant="danger" isBusy={isPending} onSubmit={submit} onClose={onClose}>
      {!isNamed && <Target register={register} kind={kind} error={errors.target?.message} />}
      {kind === 'network' && (
        <fieldset>
          <legend className="font-semibold">From</legend>
          {bannedParts.map((part) => (
            <Checkbox key={part} label={PARTS[part]} value={part} {...register('parts')} />
          ))}
          <p aria-live="polite" className="text-sm text-danger-ink">
            {errors.parts?.message}
          </p>
        </fieldset>
      )}
      <SelectField label="For" options={DURATIONS} {...register('days')} />
      <TextField label="Reason" hint="Not shown to visitors." error={errors.reason?.message} {...register('reason')} />
    </FormDialog>
  )
}

type TargetProps = { register: UseFormRegister<Form>; kind: Ban['kind']; error: string | undefined }

function Target({ register, kind, error }: TargetProps) {
  const [label, hint] = TARGETS[kind]
  return (
    <>
      <SelectField label="Kind" options={KINDS} {...register('kind')} />
      <CodeField label={label} hint={hint} error={error} {...register('target')} />
    </>
  )
}
