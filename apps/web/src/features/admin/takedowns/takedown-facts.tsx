import { count } from '@hotvote/shared/counted'
import type { ReactNode } from 'react'
import { webAddress } from '../../../lib/browser/web-address.ts'
import { TakenDown } from '../../../ui/data/badge.tsx'
import { type Fact, Facts } from '../../../ui/data/facts.tsx'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { infringingUrls } from './infringing-urls.ts'
import type { ShownTakedown } from './takedowns.api.ts'

const NOT_GIVEN = 'No description provided'

/** Claim as plain text (`admin.md §2`). */
export function TakedownFacts({ takedown }: { takedown: ShownTakedown }) {
  return (
    <>
      <Part title="Complainant Information">
        <Complainant {...takedown} />
      </Part>
      <Part title="Copyrighted Work">
        <Words text={takedown.workDescription} otherwise={NOT_GIVEN} />
      </Part>
      <Part title="Infringement Details">
        <Words text={takedown.infringementDescription} otherwise={NOT_GIVEN} />
      </Part>
      <Part title="Infringing URLs">
        <Urls lines={infringingUrls(takedown.infringingUrls)} />
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
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and never change
        <li key={n} className="py-1">
          <Url line={line} />
        </li>
      ))}
    </ul>
  )
}

/** Untrusted link: only web addresses, without a referrer. */
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

export function TakedownUploader({ uploader }: { uploader: NonNullable<ShownTakedown['uploader']> }) {
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
