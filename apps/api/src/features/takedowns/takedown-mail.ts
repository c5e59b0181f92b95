import type { Deps } from '../../deps.ts'
import { adminUrlOf } from '../../domain/host-names.ts'
import { type RenderedMail, renderMail } from '../../mail/layout.ts'
import type { Claim, ClaimedItem } from './takedowns.queries.ts'

type Filed = { id: number; items: ClaimedItem[]; claim: Claim }

/** Addresses that the mail names; the operator's page has them all. */
const URLS_MAX = 5

const listed = (urls: string[]) => {
  const more = urls.length - URLS_MAX
  return [...urls.slice(0, URLS_MAX), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

const namedItems = (items: ClaimedItem[]) => {
  const [item] = items
  if (!item) return 'It names no item of this site.'
  if (items.length === 1)
    return `It names item ${item.id} of this site${item.isTrashed ? ', which is in the trash' : ''}.`
  const trashed = items.filter(({ isTrashed }) => isTrashed).length
  const ids = items.slice(0, URLS_MAX).map(({ id }) => id)
  const more = items.length - ids.length
  return `It names ${items.length} items of this site: ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${trashed > 0 ? ` ${trashed} of them ${trashed === 1 ? 'is' : 'are'} in the trash.` : ''}`
}

/** What the operator is told of a new request: enough to judge how urgent it is. */
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
      namedItems(items),
      `Addresses that it names:\n${listed(claim.infringingUrls)}`,
    ],
    button: { label: 'Review the request', url: `${adminUrlOf(config)}/dmca?id=${id}` },
    footnotes: ['The form promises a review within 24-48 hours. Nothing is removed until you decide.'],
  })
}
