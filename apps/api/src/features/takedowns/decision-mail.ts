import type { Brand } from '@hotvote/shared/brands'
import { renderMail } from '../../mail/layout.ts'
import type { TakedownRow } from './takedown-review.queries.ts'

/** How many items a decision removes and leaves in place, and how many had been deleted before. */
export type Decision = { status: 'resolved' | 'rejected'; removed: number; kept: number; gone: number }

/** A request that removed nothing must not read as if the claim had been granted. */
const verdictOf = ({ status, removed, kept, gone }: Decision) => {
  if (status === 'rejected') return status
  if (kept > 0) return removed > 0 ? 'resolved in part' : 'closed without a removal'
  return removed + gone > 0 ? status : 'closed without a removal'
}

const alreadyDeleted = ({ removed, kept, gone }: Decision) =>
  gone === 0 ? '' : ` Of the ${removed + kept + gone} items that it names, ${gone} had already been deleted.`

const rejection = (decision: Decision) => {
  const { kept, gone } = decision
  if (kept > 0 || gone === 0) return `We did not remove anything.${alreadyDeleted(decision)}`
  return gone === 1 ? 'It had already been deleted.' : 'All of it had already been deleted.'
}

/** The sentences of the mail that say how it ended, and which items were removed. */
export const outcomeOf = ({ siteName }: Brand, decision: Decision) => {
  const { status, removed, kept, gone } = decision
  if (status === 'rejected')
    return `We have reviewed your request and will not act on it: as far as we can tell, it does not show that the material on ${siteName} infringes your rights. ${rejection(decision)}`
  if (removed > 0 && kept > 0)
    return `We have reviewed your request. Of the ${removed + kept + gone} items that it names, we removed ${removed} from ${siteName} and left ${kept} in place.${gone > 0 ? ` ${gone} had already been deleted.` : ''}`
  if (removed > 0)
    return `We have reviewed your request and removed the material from ${siteName}.${alreadyDeleted(decision)}`
  return kept === 0 && gone > 0
    ? `We have reviewed your request. The material is no longer on ${siteName}.`
    : `We have reviewed your request and closed it without removing anything from ${siteName}.${alreadyDeleted(decision)}`
}

/** Tells the complainant how the review ended (`visitor.md §2`, `admin.md §4`). */
export const decisionMail = (brand: Brand, takedown: TakedownRow, decision: Decision) => {
  const verdict = verdictOf(decision)
  return {
    to: takedown.complainantEmail,
    ...renderMail(brand, {
      subject: `Your takedown request #${takedown.id} was ${verdict}`,
      title: `Takedown request #${takedown.id}: ${verdict}`,
      paragraphs: [
        `Dear ${takedown.complainantName},`,
        outcomeOf(brand, decision),
        verdict === 'resolved'
          ? 'Thank you for telling us.'
          : 'If you have more to show, please answer with a new request that contains it.',
      ],
      footnotes: [`You receive this because a takedown request with this address was submitted on ${brand.domain}.`],
    }),
  }
}
