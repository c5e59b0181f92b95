import { zodResolver } from '@hookform/resolvers/zod'
import { count, counted } from '@hotvote/shared/counted'
import { USERNAME_MAX, USERNAME_MIN } from '@hotvote/shared/limits'
import type { ShownUser } from '@hotvote/shared/operator/user-page'
import { username as usernameRule } from '@hotvote/shared/visitor/sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Ban, Download, Pencil, Trash2, Undo2, UserX, WifiOff } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useParams } from 'wouter'
import { z } from 'zod'
import { hasStatus } from '../../../lib/api/call-error.ts'
import { useUrlState } from '../../../lib/browser/url-state.ts'
import { adminPaths, banUserPath } from '../../../lib/operator/admin-paths.ts'
import { NEVER_AGAIN } from '../../../lib/operator/moderation.ts'
import { useIsAdmin } from '../../../lib/operator/own-login.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { Facts } from '../../../ui/data/facts.tsx'
import { Empty, QueryView } from '../../../ui/feedback/query-view.tsx'
import { CardSkeleton, TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { CodeField } from '../../../ui/forms/field.tsx'
import { confirm, confirmWithOption } from '../../../ui/overlays/confirm.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { Contact, UserBadges } from './user-columns.tsx'
import { ActsSkeleton, UserReports, UserSessions, UserTakedowns, UserUploads, UserVotes } from './user-lists.tsx'
import { blockMutation, deleteAccountMutation, downloadMutation, renameMutation, userQuery } from './users.api.ts'

type PartName = 'uploads' | 'votes' | 'sessions' | 'takedowns' | 'reports'
type Part = { name: string; count: (user: ShownUser) => number; view: ComponentType<{ user: ShownUser }> }

const parts: Record<PartName, Part> = {
  uploads: { name: 'Uploads', count: ({ totalUploads }) => totalUploads, view: UserUploads },
  votes: { name: 'Votes', count: ({ votes }) => votes, view: UserVotes },
  sessions: { name: 'Sessions', count: ({ sessions }) => sessions, view: UserSessions },
  takedowns: { name: 'Takedowns', count: ({ takedowns }) => takedowns, view: UserTakedowns },
  reports: { name: 'Reports', count: ({ reports }) => reports, view: UserReports },
}
const partNames = Object.keys(parts) as PartName[]
const DEFAULTS = { show: 'uploads', cursor: '' }

export function UserPage() {
  const { id = '' } = useParams()
  const query = useQuery(userQuery(id))
  const { data: user, error } = query
  const isUnknown = hasStatus(error, 400, 404)
  return (
    <AdminPage
      title={user?.username ?? `User #${id}`}
      purpose={user ? <Since user={user} /> : 'Details and actions for one user.'}
      action={user ? !user.isDeleted && <UserActs user={user} /> : !error && <ActsSkeleton />}
    >
      {isUnknown ? (
        <Empty icon={UserX} title="There is no such user">
          <Link href={adminPaths.users} className="inline-flex min-h-11 items-center text-not-ink underline">
            To all users
          </Link>
        </Empty>
      ) : (
        <QueryView
          query={query}
          errorTitle="The user could not be loaded"
          loading={
            <>
              <CardSkeleton rows={2} />
              <TableSkeleton hasCount={false} />
            </>
          }
        >
          {(loaded) => <UserDetails user={loaded} />}
        </QueryView>
      )}
    </AdminPage>
  )
}

const Since = ({ user: { id, createdAt } }: { user: ShownUser }) => (
  <>
    User #{id}, joined <Ago at={createdAt} />.
  </>
)

function UserDetails({ user }: { user: ShownUser }) {
  return (
    <>
      {user.isDeleted && (
        <p className="rounded-control bg-warn p-3.5 text-warn-ink">
          This account was deleted. Votes and files are being erased.
        </p>
      )}
      {user.blockedAt && (
        <p role="status" className="rounded-control bg-warn p-3.5 text-warn-ink">
          <strong>Blocked</strong> <Ago at={user.blockedAt} />. They can still browse, but not vote, upload or report.
        </p>
      )}
      {user.isSetAside && (
        <p role="status" className="rounded-control bg-warn p-3.5 text-warn-ink">
          <strong>Set aside</strong>: their votes are not counted.
        </p>
      )}
      <Card>
        <Facts
          className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4 [&_dt]:text-sm"
          facts={[
            ['E-mail address', <Contact key="contact" user={user} />],
            ['Last login', user.lastLoginAt === null ? 'Never' : <Ago key="login" at={user.lastLoginAt} />],
            ['Logins', count(user.loginCount)],
            ['Views', count(user.totalViews)],
          ]}
        />
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          <UserBadges user={user} />
        </div>
      </Card>
      <Parts user={user} />
    </>
  )
}

function Parts({ user }: { user: ShownUser }) {
  const [{ show }, change] = useUrlState(DEFAULTS)
  const openPart = partNames.find((name) => name === show) ?? 'uploads'
  const View = parts[openPart].view
  return (
    <>
      <nav aria-label={`Of ${user.username}`} className="flex flex-wrap gap-2">
        {partNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === openPart ? 'true' : undefined}
            onClick={() => change({ show: name, cursor: '' })}
            className="min-h-11 rounded-control border border-line px-4 font-medium text-mute hover:bg-raised aria-[current=true]:bg-raised aria-[current=true]:text-text"
          >
            {parts[name].name} <span className="font-normal">{count(parts[name].count(user))}</span>
          </button>
        ))}
      </nav>
      <View user={user} />
    </>
  )
}

const blockQuestion = ({ username }: ShownUser) => ({
  title: `Block “${username}”?`,
  text: 'They can still browse, in every browser, but not vote, upload or report. Their content stays. You can unblock them at any time.',
  action: 'Block',
})

const deleteQuestion = ({ username, totalUploads, totalVotes }: ShownUser) => ({
  title: 'Delete this account?',
  text: `“${username}” will be gone for good, with ${counted(totalUploads, 'upload')}, ${counted(totalVotes, 'vote')}, name and addresses. This cannot be undone. An audit log entry with numbers only and takedown requests stay. Make sure that the request came from this user.`,
  action: 'Delete account',
  typed: username,
  ...(totalUploads > 0 && { option: NEVER_AGAIN }),
})

/** Actions on a user, whose audit log entries omit the user's name and address. */
function UserActs({ user }: { user: ShownUser }) {
  const [isRenaming, setRenaming] = useState(false)
  const isAdmin = useIsAdmin()
  const [, navigate] = useLocation()
  const download = useMutation(downloadMutation)
  const block = useMutation(blockMutation(user.id))
  const deletion = useMutation(deleteAccountMutation)
  const changeBlock = async () => {
    if (user.isBlocked || (await confirm(blockQuestion(user)))) block.mutate(!user.isBlocked)
  }
  const deleteAccount = async () => {
    const confirmed = await confirmWithOption(deleteQuestion(user))
    if (!confirmed) return
    deletion.mutate({ user, isBarred: confirmed.isChosen }, { onSuccess: () => navigate(adminPaths.users) })
  }
  const BlockIcon = user.isBlocked ? Undo2 : Ban
  return (
    <div className="grid w-full grid-cols-2 gap-2 *:max-sm:px-2 max-[23rem]:[&_svg]:hidden sm:flex sm:w-auto sm:flex-wrap">
      <Button onClick={() => setRenaming(true)}>
        <Pencil aria-hidden className="size-4" /> Rename
      </Button>
      <Button isBusy={block.isPending} onClick={() => void changeBlock()}>
        <BlockIcon aria-hidden className="size-4" /> {user.isBlocked ? 'Unblock' : 'Block'}
      </Button>
      {isAdmin && (
        <>
          <ButtonLink href={banUserPath(user.id)}>
            <WifiOff aria-hidden className="size-4" /> Ban network
          </ButtonLink>
          <Button isBusy={download.isPending} onClick={() => download.mutate(user.id)}>
            <Download aria-hidden className="size-4" /> Download data
          </Button>
        </>
      )}
      <Button
        className="text-danger-ink! max-sm:col-span-2 lg:ml-3"
        isBusy={deletion.isPending}
        onClick={() => void deleteAccount()}
      >
        <Trash2 aria-hidden className="size-4" /> Delete account
      </Button>
      {isRenaming && <RenameDialog user={user} onClose={() => setRenaming(false)} />}
    </div>
  )
}

const renameRules = z.object({ username: usernameRule })
type Props = { user: ShownUser; onClose: () => void }

function RenameDialog({ user, onClose }: Props) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(renameRules),
    defaultValues: { username: user.username },
  })
  const rename = useMutation(renameMutation(user.id))
  const submit = handleSubmit(({ username }) => {
    if (username === user.username) onClose()
    else rename.mutate(username, { onSuccess: onClose })
  })
  return (
    <FormDialog
      title="Rename user"
      description="Everyone sees the new name from now on."
      action="Rename"
      isBusy={rename.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <CodeField
        label="Username"
        autoFocus
        hint={`${USERNAME_MIN} to ${USERNAME_MAX} characters`}
        error={formState.errors.username?.message}
        readOnly={rename.isPending}
        {...register('username')}
      />
    </FormDialog>
  )
}
