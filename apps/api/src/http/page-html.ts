import type { Brand } from '@hotvote/shared/brands'
import escapeHtml from 'escape-html'
import type { Brands } from '../brands.ts'

/** JSON inside of HTML: no sign that could end the element or begin a comment. */
export const jsonIn = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const meta = (kind: 'name' | 'property', of: Record<string, string>) =>
  Object.entries(of).map(([key, content]) => `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`)

/** Title, description and picture of the site for browsers, search engines and previews of links. */
const headOf = (brand: Brand, origin: string) => {
  const { siteName } = brand
  const description = `${siteName}: vote Hot or Not on one photo or video at a time, and share your own.`
  const picture = `${origin}/share.png`
  return [
    `<title>${escapeHtml(siteName)}</title>`,
    ...meta('name', { description }),
    ...meta('property', {
      'og:type': 'website',
      'og:site_name': siteName,
      'og:title': siteName,
      'og:description': description,
      'og:url': `${origin}/`,
      'og:image': picture,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Hot or Not?',
    }),
    ...meta('name', {
      'twitter:card': 'summary_large_image',
      'twitter:title': siteName,
      'twitter:description': description,
      'twitter:image': picture,
    }),
    `<script type="application/json" id="brand">${jsonIn(brand)}</script>`,
  ].join('\n    ')
}

/** The place in the built page that the brand takes, and its name in the text for browsers without JavaScript. */
const HEAD = /<title>HotVote<\/title>/
/** The element whose attribute says that the policy of the page lets ad code run in it. */
const ROOT = /<html(?= )/
const NAME = /(?<=<noscript[^>]*>)HotVote/
const DESCRIPTION = /<meta name="description"[^>]*>\s*/

export type BrandedPage = { brand: Brand; html: string }

/** The page under each brand, and whether ad code may run in it: made once, as the first picture waits for it. */
export const brandedPages = (html: string, brands: Brands) => {
  const made = { strict: new Map<Brand, BrandedPage>(), withAds: new Map<Brand, BrandedPage>() }
  const make = (brand: Brand, kind: keyof typeof made) => ({
    brand,
    html: html
      .replace(ROOT, kind === 'withAds' ? '<html data-ads="in-page"' : '<html')
      .replace(DESCRIPTION, '')
      .replace(HEAD, () => headOf(brand, brands.originOf(brand)))
      .replace(NAME, () => escapeHtml(brand.siteName)),
  })
  return (host: string | undefined, kind: keyof typeof made): BrandedPage => {
    const brand = brands.of(host)
    const page = made[kind].get(brand) ?? make(brand, kind)
    made[kind].set(brand, page)
    return page
  }
}
