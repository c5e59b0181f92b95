import type { Brand } from '@hotvote/shared/brands'
import { renderMail } from '../../mail/layout.ts'
import type { TakedownRow } from './takedown-review.queries.ts'

type Decision = { status: 'resolved' | 'rejected'; isRemoved: boolean }

const outcome = ({ status, isRemoved }: Decision, siteName: string) => {
  if (status === 'rejected')
    return `We have reviewed your request and will not act on it: as far as we can tell, it does not show that the material on ${siteName} infringes your rights.`
  return isRemoved
    ? `We have reviewed your request and removed the material from ${siteName}.`
    : `We have reviewed your request and resolved it.`
}

/** What the complainant was promised: the end of the review (`visitor.md §2`, `admin.md §4`). */
export const decisionMail = (brand: Brand, takedown: TakedownRow, decision: Decision) => ({
  to: takedown.complainantEmail,
  ...renderMail(brand, {
    subject: `Your takedown request #${takedown.id} was ${decision.status}`,
    title: `Takedown request #${takedown.id}: ${decision.status}`,
    paragraphs: [
      `Dear ${takedown.complainantName},`,
      outcome(decision, brand.siteName),
      ...(decision.status === 'rejected'
        ? ['If you have more to show, please answer with a new request that contains it.']
        : ['Thank you for telling us.']),
    ],
    footnotes: [`You receive this because a takedown request with this address was submitted on ${brand.domain}.`],
  }),
})
