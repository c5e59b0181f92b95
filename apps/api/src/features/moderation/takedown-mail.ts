import type { Brand } from '@hotvote/shared/brands'
import type { RejectionReason } from '@hotvote/shared/operator/takedown-review'
import type { Deps } from '../../deps.ts'
import { buildAdminUrl } from '../../domain/host-names.ts'
import { type RenderedMail, renderMail } from '../../platform/mail/layout.ts'
import type { TakedownRow } from './takedown-review.queries.ts'
import type { Claim, ClaimedItem } from './takedowns.queries.ts'

type Filed = { id: number; items: ClaimedItem[]; claim: Claim }

/** Maximum number of URLs in the email. The operator's page lists all of them. */
const URLS_MAX = 5

const listUrls = (urls: string[]) => {
  const more = urls.length - URLS_MAX
  return [...urls.slice(0, URLS_MAX), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

const describeItems = (items: ClaimedItem[]) => {
  const [item] = items
  if (!item) return 'It names no item of this site.'
  if (items.length === 1)
    return `It names item ${item.id} of this site${item.isTrashed ? ', which is in the trash' : ''}.`
  const trashed = items.filter(({ isTrashed }) => isTrashed).length
  const ids = items.slice(0, URLS_MAX).map(({ id }) => id)
  const more = items.length - ids.length
  return `It names ${items.length} items of this site: ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${trashed > 0 ? ` ${trashed} of them ${trashed === 1 ? 'is' : 'are'} in the trash.` : ''}`
}

export const newTakedownMail = (
  { config, brands }: Pick<Deps, 'config' | 'brands'>,
  { id, items, claim }: Filed,
): RenderedMail => {
  const brand = brands.of(undefined)
  return renderMail(brand, {
    subject: `New DMCA takedown request #${id}`,
    title: `New takedown request #${id}`,
    paragraphs: [
      `${claim.complainantName} asks for the removal of work of ${claim.copyrightOwner}.`,
      describeItems(items),
      `Addresses that it names:\n${listUrls(claim.infringingUrls)}`,
    ],
    button: { label: 'Review the request', url: `${buildAdminUrl(config)}/dmca?id=${id}` },
    footnotes: ['The form promises a review within 24-48 hours. Nothing is removed until you decide.'],
  })
}

export type Decision = { status: 'resolved' | 'rejected'; removed: number; kept: number; gone: number }
/** A decision with the explanation of a rejection. */
type Explained = Decision & { reason?: RejectionReason | undefined; words?: string | undefined }

const REASONS: Record<RejectionReason, (siteName: string) => string> = {
  not_shown: (siteName) =>
    `: as far as we can tell, it does not show that the material on ${siteName} infringes your rights`,
  incomplete: () => ': it lacks information that we need to find the material or assess your claim',
  not_owner: () => ': it does not show that you own the work, or may act for its owner',
  permitted: () => ': as far as we can tell, the use is permitted, for example by a license or as a quotation',
  own_words: () => '',
}

/** A decision that removed nothing must not read like a granted claim. */
const describeVerdict = ({ status, removed, kept, gone }: Decision) => {
  if (status === 'rejected') return status
  if (kept > 0) return removed > 0 ? 'resolved in part' : 'closed without a removal'
  return removed + gone > 0 ? status : 'closed without a removal'
}

const describeDeleted = ({ removed, kept, gone }: Decision) =>
  gone === 0 ? '' : ` Of the ${removed + kept + gone} items that it names, ${gone} had already been deleted.`

const describeRejection = (decision: Decision) => {
  const { kept, gone } = decision
  if (kept > 0 || gone === 0) return `We did not remove anything.${describeDeleted(decision)}`
  return gone === 1 ? 'It had already been deleted.' : 'All of it had already been deleted.'
}

export const describeOutcome = ({ siteName }: Brand, decision: Explained) => {
  const { status, removed, kept, gone, reason = 'not_shown' } = decision
  if (status === 'rejected')
    return `We have reviewed your request and will not act on it${REASONS[reason](siteName)}. ${describeRejection(decision)}`
  if (removed > 0 && kept > 0)
    return `We have reviewed your request. Of the ${removed + kept + gone} items that it names, we removed ${removed} from ${siteName} and left ${kept} in place.${gone > 0 ? ` ${gone} had already been deleted.` : ''}`
  if (removed > 0)
    return `We have reviewed your request and removed the material from ${siteName}.${describeDeleted(decision)}`
  return kept === 0 && gone > 0
    ? `We have reviewed your request. The material is no longer on ${siteName}.`
    : `We have reviewed your request and closed it without removing anything from ${siteName}.${describeDeleted(decision)}`
}

/** See `visitor.md §2` and `admin.md §4`. */
export const decisionMail = (brand: Brand, takedown: TakedownRow, decision: Explained) => {
  const verdict = describeVerdict(decision)
  return {
    to: takedown.complainantEmail,
    ...renderMail(brand, {
      subject: `Your takedown request #${takedown.id} was ${verdict}`,
      title: `Takedown request #${takedown.id}: ${verdict}`,
      paragraphs: [
        `Dear ${takedown.complainantName},`,
        describeOutcome(brand, decision),
        ...(decision.words ? [decision.words] : []),
        verdict === 'resolved'
          ? 'Thank you for telling us.'
          : 'If you have more information, please submit a new request.',
      ],
      footnotes: [`You're receiving this because a takedown request with this email was submitted on ${brand.domain}.`],
    }),
  }
}

type Objection = { id: number; originalName: string; name: string; statement: string }

/** Informs the complainant without revealing the uploader's email address. */
export const counterNoticeMail = (
  brand: Brand,
  takedown: TakedownRow,
  { originalName, name, statement }: Objection,
) => ({
  to: takedown.complainantEmail,
  ...renderMail(brand, {
    subject: `Counter-notice to your takedown request #${takedown.id}`,
    title: `Takedown request #${takedown.id}: counter-notice`,
    paragraphs: [
      `Dear ${takedown.complainantName},`,
      `The uploader of ${originalName}, which we removed from ${brand.siteName} after your request, objects to the removal.`,
      `${name} wrote:\n${statement}`,
      "We'll review your request again. If you have more information, please submit a new request.",
    ],
    footnotes: [`You're receiving this because a takedown request with this email was submitted on ${brand.domain}.`],
  }),
})

export const counterNoticeToOperator = (
  { config, brands }: Pick<Deps, 'config' | 'brands'>,
  { id, originalName, name, statement }: Objection,
) =>
  renderMail(brands.of(undefined), {
    subject: `Counter-notice to takedown request #${id}`,
    title: `Counter-notice to takedown request #${id}`,
    paragraphs: [`${name} objects to the removal of ${originalName}.`, statement, 'The request needs a new decision.'],
    button: { label: 'Review the request', url: `${buildAdminUrl(config)}/dmca?id=${id}` },
  })

/** Maximum number of additional items listed in one mail. */
const NOTICES_MAX = 10

type Removed = { originalName: string; url: string }

export const noticeMail = (brand: Brand, takedownId: number, [first, ...others]: [Removed, ...Removed[]]) =>
  renderMail(brand, {
    subject: `Your upload was removed from ${brand.siteName}`,
    title: 'Removed after a copyright claim',
    paragraphs: [
      `We removed ${first.originalName} from ${brand.siteName} because of a copyright claim (request #${takedownId}).`,
      "If you think this was a mistake, you can send a counter-notice. We'll pass it on to the person who made the claim and review the claim again.",
      ...others
        .slice(0, NOTICES_MAX)
        .map(({ originalName, url }) => `We also removed ${originalName}. To object to this removal, go to:\n${url}`),
    ],
    button: { label: 'Send a counter-notice', url: first.url },
    footnotes: ['You can see all removals in My Stats.'],
  })
