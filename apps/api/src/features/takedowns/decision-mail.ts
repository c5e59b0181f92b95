import type { Brand } from '@hotvote/shared/brands'
import { renderMail } from '../../mail/layout.ts'
import type { TakedownRow } from './takedown-review.queries.ts'

export type Decision = { status: 'resolved' | 'rejected'; isRemoved: boolean }

type Claimed = Pick<TakedownRow, 'removedItem'>

/** A request that removed nothing must not read as if the claim had been granted. */
const verdictOf = ({ removedItem }: Claimed, { status, isRemoved }: Decision) =>
  status === 'rejected' || isRemoved || removedItem ? status : 'closed without a removal'

/** The sentences of the mail that say how it ended, and whether the item was removed. */
export const outcomeOf = ({ siteName }: Brand, { removedItem }: Claimed, { status, isRemoved }: Decision) => {
  if (status === 'rejected')
    return `We have reviewed your request and will not act on it: as far as we can tell, it does not show that the material on ${siteName} infringes your rights. ${removedItem ? 'It had already been deleted.' : 'We did not remove anything.'}`
  if (isRemoved) return `We have reviewed your request and removed the material from ${siteName}.`
  return removedItem
    ? `We have reviewed your request. The material is no longer on ${siteName}.`
    : `We have reviewed your request and closed it without removing anything from ${siteName}.`
}

/** Tells the complainant how the review ended (`visitor.md §2`, `admin.md §4`). */
export const decisionMail = (brand: Brand, takedown: TakedownRow, decision: Decision) => ({
  to: takedown.complainantEmail,
  ...renderMail(brand, {
    subject: `Your takedown request #${takedown.id} was ${verdictOf(takedown, decision)}`,
    title: `Takedown request #${takedown.id}: ${verdictOf(takedown, decision)}`,
    paragraphs: [
      `Dear ${takedown.complainantName},`,
      outcomeOf(brand, takedown, decision),
      verdictOf(takedown, decision) === 'resolved'
        ? 'Thank you for telling us.'
        : 'If you have more to show, please answer with a new request that contains it.',
    ],
    footnotes: [`You receive this because a takedown request with this address was submitted on ${brand.domain}.`],
  }),
})
