import { count } from '@hotvote/shared/counted'
import { type CapturedEmail, listCapturedEmails } from '@hotvote/shared/email-capture'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Copy, Download, MailX } from 'lucide-react'
import { dateTime } from '../../../lib/browser/format.ts'
import { ListTable } from '../../../ui/data/list-table.tsx'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { usePageStart } from '../../../ui/data/pager.tsx'
import { Section } from '../../../ui/data/section.tsx'
import type { Column } from '../../../ui/data/table-props.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { capturedEmailsQuery, copyMutation, downloadMutation } from './email-capture.api.ts'

const columns: Column<CapturedEmail>[] = [
  { id: 'email', header: 'E-mail', cell: ({ email }) => <span className="font-semibold">{email}</span>, width: 260 },
  {
    id: 'username',
    header: 'Visitor',
    cell: ({ userId, username }) =>
      userId === null || username === null ? (
        <span className="text-mute">No longer there</span>
      ) : (
        <UserLink userId={userId} username={username} />
      ),
    width: 180,
  },
  { id: 'createdAt', header: 'Captured', cell: ({ createdAt }) => dateTime(createdAt), width: 230 },
]

/** What visitors left, the newest first, and all of it as CSV. */
export function CapturedEmails() {
  const query = useQuery(capturedEmailsQuery(usePageStart(listCapturedEmails)))
  const download = useMutation(downloadMutation)
  const copy = useMutation(copyMutation)
  const total = query.data?.total
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
        keyOf={({ id }) => id}
        empty={
          <Empty icon={MailX} title="No e-mail addresses yet">
            They appear here once visitors leave one in the dialog.
          </Empty>
        }
      />
    </Section>
  )
}
