import { count, counted } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/operator/media-library'
import type { QueueEntry, UploaderHistory } from '@hotvote/shared/operator/review-queue'
import { URGENT_REASON } from '@hotvote/shared/visitor/reports'
import type { ReactNode } from 'react'
import { date, dateTime } from '../../../lib/browser/format.ts'
import { useNow } from '../../../lib/browser/hooks.ts'
import { formatAge } from '../../../lib/operator/due.ts'
import {
  describeScreening,
  describeSubject,
  describeUploads,
  formatMeasure,
  networkName,
  parseInfringingUrls,
  REASONS,
  reportReasons,
} from '../../../lib/operator/moderation.ts'
import { Badge, TakenDown } from '../../../ui/data/badge.tsx'
import {
  BanNetworkLink,
  IntegrityLink,
  ItemLink,
  NetworkLink,
  RequestLink,
  UserLink,
} from '../../../ui/data/operator-links.tsx'
import { NoPicture, RemovedPicture } from '../../../ui/media/item-picture.tsx'
import type { Of } from './decision.ts'
import { LargePicture, PrivatePicture } from './entry-picture.tsx'

type Content = { name: string; title: ReactNode; badges: ReactNode; picture: ReactNode; facts: ReactNode }

/** Shows the uploader's account and earlier decisions on their uploads. */
const Uploader = ({ uploader }: { uploader: UploaderHistory | null }) => {
  const now = useNow()
  if (!uploader) return null
  const { userId, username, isSaved, isBlocked, since, reports, network } = uploader
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2">
        <span>
          Uploaded by <UserLink userId={userId} username={username} />
        </span>
        {isBlocked && <Badge tone="danger">Blocked</Badge>}
      </p>
      <p className="text-mute">
        {isSaved ? 'Saved account' : 'Not saved'}, {formatAge(since, now)} old · {describeUploads(uploader)} ·{' '}
        {counted(reports, 'report')}
        {network && (
          <>
            {' · '}
            <NetworkLink network={network}>{networkName(network)}</NetworkLink>
          </>
        )}
      </p>
    </div>
  )
}

const describeItem = ({ totalVotes, totalViews, uploadedAt }: LibraryItem) =>
  `${counted(totalVotes, 'vote')} · ${counted(totalViews, 'view')} · uploaded on ${date(uploadedAt)}`

const Captioned = ({ text, children }: { text: string; children: ReactNode }) => (
  <figure className="min-w-0">
    <figcaption className="mb-1 text-sm text-mute">{text}</figcaption>
    {children}
  </figure>
)

const reportContent = ({ media, reasons, isHidden, isUrgent, uploader }: Of<'report'>): Content => ({
  name: `Reports of media #${media.id}`,
  title: media.originalName,
  badges: (
    <>
      <Badge tone={isUrgent ? 'danger' : 'warn'}>Reported</Badge>
      {isHidden && <Badge tone="info">Hidden until you decide</Badge>}
    </>
  ),
  picture: <LargePicture item={media} alt={`Reported upload by ${media.username}`} />,
  facts: (
    <>
      <ul aria-label="Reasons" className="flex flex-wrap gap-1.5">
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            <Badge tone={reason === URGENT_REASON ? 'danger' : 'warn'}>
              {count} × {reportReasons[reason]}
            </Badge>
          </li>
        ))}
      </ul>
      <p className="text-mute">{describeItem(media)}</p>
      <Uploader uploader={uploader} />
    </>
  ),
})

const lookAlikeContent = ({ lookAlike, uploader }: Of<'look_alike'>): Content => {
  const { media, screening, removedPicture, trashedId, takedownId, isUpheld, cause, removedName } = lookAlike
  const isOfTakedown = cause === 'takedown'
  return {
    name: `Look-alike media #${media.id}`,
    title: media.originalName,
    badges: <Badge tone="info">{isOfTakedown ? 'Looks like a removed item' : 'Looks removed'}</Badge>,
    picture: (
      <div className="grid grid-cols-2 gap-2">
        <Captioned text="Waits">
          <PrivatePicture item={media} />
        </Captioned>
        <Captioned text={isOfTakedown ? 'Was taken down' : 'Was removed'}>
          <RemovedPicture
            picture={removedPicture}
            trashedId={trashedId}
            alt={isOfTakedown ? 'The item taken down' : 'The removed item'}
          />
        </Captioned>
      </div>
    ),
    facts: (
      <>
        <Uploader uploader={uploader} />
        <TakenDown items={media.takenDownItems} />
        {screening && <p>Screening: {describeScreening(screening)}</p>}
        {!isOfTakedown ? (
          <p>
            {isUpheld
              ? `Looks like ${removedName ?? 'an item'} that you removed.`
              : 'The similar item is allowed again.'}
          </p>
        ) : takedownId === null ? (
          <p className="text-mute">Request no longer available.</p>
        ) : (
          <p>
            Looks like <RemovedName {...lookAlike} /> that was taken down with{' '}
            <RequestLink id={takedownId}>request #{takedownId}</RequestLink>.
            {!isUpheld && ' Request rejected since. The item is no longer taken down.'}
          </p>
        )}
      </>
    ),
  }
}

const RemovedName = ({ removedItem, removedUserId }: Of<'look_alike'>['lookAlike']) =>
  removedItem ? (
    <>
      {removedItem.originalName} of <UserLink userId={removedUserId} username={removedItem.username} />
    </>
  ) : (
    'an item'
  )

/** Previews both possible mails before the operator decides. */
const MailTexts = ({ mailTexts: { resolved, rejected }, media }: Pick<Of<'takedown'>, 'mailTexts' | 'media'>) => (
  <dl className="flex flex-col gap-1 text-sm [&_dt]:font-semibold">
    <dt>E-mail when resolved{media && ' without a removal'}</dt>
    <dd className="[overflow-wrap:anywhere] text-mute max-md:line-clamp-2">{resolved}</dd>
    <dt>E-mail when rejected</dt>
    <dd className="[overflow-wrap:anywhere] text-mute max-md:line-clamp-2">{rejected}</dd>
  </dl>
)

/** Mentions the request's other items, because the card shows only the first one. */
const OtherItems = ({ linkedItems: { here, removed } }: Of<'takedown'>['takedown']) => {
  const others = here.length + removed.length - 1
  if (others < 1) return null
  return (
    <p>
      <strong>And {counted(others, 'more item')}</strong>
      {removed.length > 0 && `, ${here.length === 0 ? 'all' : count(removed.length)} deleted already`}. Open the request
      to see each of them.
    </p>
  )
}

/** Shows the URLs as text, because they may lead anywhere. */
const GivenAddresses = ({ field }: { field: string }) => {
  const [first, ...others] = parseInfringingUrls(field)
  return (
    <p className="line-clamp-3 [overflow-wrap:anywhere]">
      {first ?? 'No address given'}
      {others.length > 0 && ` and ${count(others.length)} more`}
    </p>
  )
}

const takedownContent = ({ takedown, media, mailTexts, uploader }: Of<'takedown'>): Content => ({
  name: `Takedown request #${takedown.id}`,
  title: `${takedown.complainantName} for ${takedown.copyrightOwner}`,
  badges: (
    <>
      <Badge tone="warn">Takedown</Badge>
      {takedown.status === 'reviewed' && <Badge tone="info">reviewed</Badge>}
      {takedown.counterNotices > 0 && <Badge tone="danger">Counter-notice</Badge>}
    </>
  ),
  picture: media ? (
    <LargePicture item={media} alt={`Upload by ${media.username} named in the claim`} />
  ) : (
    <NoPicture text={takedown.removedItem ? 'The item is deleted' : 'No item on this site is named'} />
  ),
  facts: (
    <>
      <p className="line-clamp-3 [overflow-wrap:anywhere]">{takedown.workDescription || 'No description provided'}</p>
      <p className="line-clamp-3 [overflow-wrap:anywhere] text-mute">{takedown.infringementDescription}</p>
      {!media && !takedown.removedItem && <GivenAddresses field={takedown.infringingUrls} />}
      <Uploader uploader={uploader} />
      <OtherItems {...takedown} />
      <MailTexts mailTexts={mailTexts} media={media} />
      <p>
        Full request, notes and e-mail:{' '}
        <RequestLink id={takedown.id} from="queue">
          request #{takedown.id}
        </RequestLink>
      </p>
    </>
  ),
})

const outlierContent = ({ outlier, media }: Of<'outlier'>): Content => ({
  name: `Outlier ${describeSubject(outlier)}: ${REASONS[outlier.reason]}`,
  title:
    outlier.userId === null || outlier.username === null ? (
      describeSubject(outlier)
    ) : (
      <UserLink userId={outlier.userId} username={outlier.username} />
    ),
  badges: <Badge>{REASONS[outlier.reason]}</Badge>,
  picture: media ? (
    <LargePicture item={media} alt={`Upload by ${media.username} with unusual votes`} />
  ) : (
    <NoPicture text={outlier.userId === null ? 'A network' : 'A voter'} />
  ),
  facts: (
    <>
      <p>
        {formatMeasure(outlier)} · {counted(outlier.votes, 'vote')}
        {outlier.mediaId !== null && outlier.network !== null && ` · ${networkName(outlier.network)}`}
      </p>
      <p className="text-mute">
        {dateTime(outlier.firstAt)} – {dateTime(outlier.lastAt)}
      </p>
    </>
  ),
})

const surgeContent = ({
  surge: { network, visitors, since, until, votes, itemCount, items },
}: Of<'surge'>): Content => ({
  name: `New visitors of ${networkName(network)}`,
  title: networkName(network),
  badges: <Badge tone="warn">Many new visitors</Badge>,
  picture: <NoPicture text="A network" />,
  facts: (
    <>
      <p>
        {counted(visitors, 'new visitor')} within an hour · {counted(votes, 'vote')} on {counted(itemCount, 'item')}
      </p>
      <p className="text-mute">
        {dateTime(since)} – {dateTime(until)}
      </p>
      {items.length > 0 && (
        <ul aria-label="Items with the most votes" className="flex flex-col">
          {items.map((item) => (
            <li key={item.mediaId}>
              <strong>{count(item.votes)} ×</strong> <ItemLink mediaId={item.mediaId}>{item.originalName}</ItemLink>
            </li>
          ))}
        </ul>
      )}
      <p>
        It may be a carrier, or one person voting repeatedly.{' '}
        <IntegrityLink>Look at the votes of networks</IntegrityLink> <BanNetworkLink network={network} />
      </p>
    </>
  ),
})

export const describeEntry = (entry: QueueEntry): Content => {
  switch (entry.kind) {
    case 'report':
      return reportContent(entry)
    case 'look_alike':
      return lookAlikeContent(entry)
    case 'takedown':
      return takedownContent(entry)
    case 'surge':
      return surgeContent(entry)
    case 'outlier':
      return outlierContent(entry)
  }
}
