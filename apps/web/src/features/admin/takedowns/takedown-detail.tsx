import { count } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { hasStatus } from '../../../lib/api/call-error.ts'
import { dateTime } from '../../../lib/browser/format.ts'
import { webAddress } from '../../../lib/browser/web-address.ts'
import { parseInfringingUrls } from '../../../lib/operator/moderation.ts'
import { Age, Due, StatusBadge, TakenDown } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { type Fact, Facts } from '../../../ui/data/facts.tsx'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { CardSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { TakedownDecision } from './takedown-decision.tsx'
import { TakedownItems } from './takedown-items.tsx'
import { type Removal, type ShownTakedown, type TakedownParams, takedownQuery, takedownsHref } from './takedowns.api.ts'

const NOT_GIVEN = 'No description provided'

/** Shows the claim as plain text (`admin.md §2`). */
function Claim({ takedown }: { takedown: ShownTakedown }) {
  const lines = parseInfringingUrls(takedown.infringingUrls)
  return (
    <>
      <Part title="Copyrighted Work">
        <Words text={takedown.workDescription} otherwise={NOT_GIVEN} />
      </Part>
      <Part title="Infringement Details">
        <Words text={takedown.infringementDescription} otherwise={NOT_GIVEN} />
      </Part>
      <Part title="Infringing URLs">
        <Urls lines={lines} />
        {lines.length > 0 && takedown.items.length === 0 && (
          <p className="text-mute">None of these addresses is an item of this site.</p>
        )}
      </Part>
    </>
  )
}

function Sender({ takedown }: { takedown: ShownTakedown }) {
  return (
    <>
      <Part title="Complainant Information">
        <Complainant {...takedown} />
      </Part>
      <Part title="Electronic Signature">
        <Words text={takedown.electronicSignature} otherwise="No signature provided" />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-sm tracking-normal text-mute">{title}</h3>
      {children}
    </section>
  )
}

const Words = ({ text, otherwise }: { text: string; otherwise: string }) => (
  <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
    {text.trim() || <span className="text-mute">{otherwise}</span>}
  </p>
)

const requests = ({ filed, upheld, rejected }: ShownTakedown['complainant']) =>
  `${count(filed)} filed · ${count(upheld)} upheld · ${count(rejected)} rejected`

function Complainant(takedown: ShownTakedown) {
  const facts: Fact[] = [
    ['Name', takedown.complainantName || 'N/A'],
    ['E-mail', takedown.complainantEmail || 'N/A'],
    ['Phone', takedown.complainantPhone],
    ['Address', takedown.complainantAddress],
    ['Copyright owner', takedown.copyrightOwner || 'N/A'],
    ['Requests', requests(takedown.complainant)],
  ]
  return (
    <Facts
      facts={facts.filter(([, value]) => value)}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&_dd]:font-normal [&_dd]:whitespace-pre-line"
      itemClassName="col-span-2 grid grid-cols-subgrid"
    />
  )
}

function Urls({ lines }: { lines: string[] }) {
  if (lines.length === 0) return <p className="text-mute">N/A</p>
  return (
    <ul aria-label="Infringing URLs" className="[overflow-wrap:anywhere]">
      {lines.map((line, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat but never change
        <li key={n} className="py-1">
          <Url line={line} />
        </li>
      ))}
    </ul>
  )
}

/** Renders untrusted text as a link only if it is a web address. The link sends no referrer. */
function Url({ line }: { line: string }) {
  const href = webAddress(line)
  if (href === undefined) return line
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="-my-1 inline-flex min-h-11 items-center text-not-ink underline"
    >
      {line}
    </a>
  )
}

function TakedownUploader({ uploader }: { uploader: NonNullable<ShownTakedown['uploader']> }) {
  const { userId, username, takenDownItems } = uploader
  return (
    <Part title="Uploader">
      <div className="flex flex-wrap items-center gap-x-3 [overflow-wrap:anywhere]">
        {username === null ? (
          <span className="text-mute">This account was deleted</span>
        ) : (
          <UserLink userId={userId} username={username} />
        )}
        {takenDownItems === 0 ? (
          <span className="text-mute">No items taken down</span>
        ) : (
          <TakenDown items={takenDownItems} />
        )}
      </div>
    </Part>
  )
}

/** Link to the screen that the operator came from. */
export type Back = { href: string; label: string }

type Props = {
  id: number
  params: TakedownParams
  back: Back
  onDone: () => void
}

export function TakedownDetail({ id, params, back, onDone }: Props) {
  const query = useQuery(takedownQuery(id))
  const section = useRef<HTMLElement>(null)
  // Without scrolling, a request far down the list would open out of view.
  useEffect(() => {
    if (section.current && section.current.getBoundingClientRect().top < 0) section.current.scrollIntoView()
  }, [])
  return (
    <section ref={section} aria-label={`Request #${id}`} className="flex min-w-0 scroll-mt-20 flex-col lg:scroll-mt-4">
      <Link
        href={back.href}
        className="-mt-2 mb-1 flex min-h-11 items-center gap-1 self-start rounded-control pr-3 font-semibold md:hidden"
      >
        <ChevronLeft aria-hidden className="size-5" />
        {back.label}
      </Link>
      <QueryView
        query={query}
        errorTitle="Failed to load DMCA takedowns"
        showsStatus
        // Link back to the list after a 404, because retrying cannot help.
        action={hasStatus(query.error, 404) && <BackToList params={params} />}
        loading={<CardSkeleton rows={12} />}
      >
        {(takedown) => (
          // The scroll margin keeps a focused element above the sticky buttons.
          <Card className="@container relative flex flex-col gap-5 sm:p-6 **:scroll-mb-32">
            <Content takedown={takedown} onDone={onDone} />
          </Card>
        )}
      </QueryView>
    </section>
  )
}

const BackToList = ({ params }: { params: TakedownParams }) => (
  <ButtonLink href={takedownsHref({ ...params, id: '' })} variant="primary" className="mt-4">
    Back to all requests
  </ButtonLink>
)

type ContentProps = Pick<Props, 'onDone'> & { takedown: ShownTakedown }

function Content({ takedown, onDone }: ContentProps) {
  const [choice, setChoice] = useState<Removal>({ removeMedia: false, keep: [] })
  const { id, items, status } = takedown
  const here = items.flatMap(({ media }) => media?.id ?? [])
  const uploaders = new Set(items.flatMap(({ media, removedItem }) => (media ?? removedItem)?.username ?? []))
  const canRemove = here.length > 0 && (status === 'pending' || status === 'reviewed')
  const keep = here.filter((mediaId) => choice.keep.includes(mediaId))
  const removeMedia = canRemove && choice.removeMedia && keep.length < here.length
  return (
    <>
      <div>
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 text-xl [overflow-wrap:anywhere]">{takedown.complainantName}</h2>
          <StatusBadge status={status} />
        </div>
        <p className="mt-1 text-mute">
          Request #{id} · received <span className="whitespace-nowrap">{dateTime(takedown.createdAt)}</span>
          <Age openedAt={takedown.openedAt} />
        </p>
        <Due dueAt={takedown.dueAt} />
      </div>
      <CounterNotices items={items} />
      <Claim takedown={takedown} />
      <TakedownDecision
        {...{ takedown, onDone }}
        removal={{ removeMedia, keep: removeMedia ? keep : [] }}
        pictures={
          items.length > 0 && (
            <TakedownItems takedown={takedown} choice={choice} onChoose={canRemove ? setChoice : undefined} />
          )
        }
      >
        {takedown.uploader && uploaders.size < 2 && <TakedownUploader uploader={takedown.uploader} />}
        <Sender takedown={takedown} />
      </TakedownDecision>
    </>
  )
}

/** Objections of uploaders to the removal. */
function CounterNotices({ items }: Pick<ShownTakedown, 'items'>) {
  const filed = items.flatMap(({ counterNotice, removedItem }) =>
    counterNotice && removedItem ? { ...counterNotice, removedItem } : [],
  )
  if (filed.length === 0) return null
  return (
    <section aria-label="Counter-notices" className="flex flex-col gap-3">
      {filed.map(({ name, statement, filedAt, removedItem }) => (
        <article key={removedItem.id} className="rounded-control border border-warn-ink p-4">
          <h3 className="text-sm tracking-normal text-warn-ink">Counter-notice about media #{removedItem.id}</h3>
          <p className="text-sm text-mute">
            {name}, uploader of {removedItem.originalName}, on {dateTime(filedAt)}. The complainant was e-mailed.
          </p>
          <Words text={statement} otherwise="" />
        </article>
      ))}
      <p className="text-sm text-mute">
        Reject the request to let the content be uploaded again. Resolve it to keep the content away.
      </p>
    </section>
  )
}
