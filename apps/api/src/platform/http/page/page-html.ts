import type { Brand } from '@hotvote/shared/brands'
import { stagePicture } from '@hotvote/shared/stage-picture'
import type { FirstItem } from '@hotvote/shared/visitor/rating'
import escapeHtml from 'escape-html'
import type { Brands } from '../../config/brands.ts'

/** Escapes `<`, so JSON cannot close its script element. */
const jsonIn = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const meta = (kind: 'name' | 'property', of: Record<string, string>) =>
  Object.entries(of).map(([key, content]) => `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`)

export type Card = {
  path: string
  title: string
  description: string
  /** `url` may be relative; sizes are in pixels. */
  picture: { url: string; type: string; width: number; height: number; alt: string }
  /** Adds a canonical URL for search engines. */
  isCanonical?: true
}

export const SITE_PICTURE = { url: '/share.png', type: 'image/png', width: 1200, height: 630, alt: 'Hot or Not?' }

const siteCard = ({ siteName }: Brand): Card => ({
  path: '/',
  title: siteName,
  description: `${siteName}: vote Hot or Not on one photo or video at a time, and share your own.`,
  picture: SITE_PICTURE,
})

export const renderHead = ({ brand, origin }: Pick<BrandedPage, 'brand' | 'origin'>, card: Card) => {
  const { siteName } = brand
  const { title, description, isCanonical } = card
  const address = `${origin}${card.path}`
  const { picture } = card
  const pictureUrl = new URL(picture.url, origin).href
  const fullTitle = title === siteName ? siteName : `${title} · ${siteName}`
  return [
    `<title>${escapeHtml(fullTitle)}</title>`,
    ...(isCanonical ? [`<link rel="canonical" href="${escapeHtml(address)}" />`] : []),
    ...meta('name', { description }),
    ...meta('property', {
      'og:type': 'website',
      'og:site_name': siteName,
      'og:title': title,
      'og:description': description,
      'og:url': address,
      'og:image': pictureUrl,
      'og:image:type': picture.type,
      'og:image:width': String(picture.width),
      'og:image:height': String(picture.height),
      'og:image:alt': picture.alt,
    }),
    ...meta('name', {
      'twitter:card': 'summary_large_image',
      // X doesn't show `og:site_name`, so the title includes the site name.
      'twitter:title': fullTitle,
      'twitter:description': description,
      'twitter:image': pictureUrl,
      'twitter:image:alt': picture.alt,
    }),
  ].join('\n    ')
}

const HEAD = /<title>HotVote<\/title>/
const ROOT = /<html(?= )/
/** Opening tag of the page. Its attributes tell scripts whether and where ad code may run. */
const ROOTS = {
  none: '<html',
  framed: '<html data-ad-zone',
  'in-page': '<html data-ad-zone data-ads="in-page"',
} as const
export type PageAd = keyof typeof ROOTS
const NAME = /(?<=<noscript[^>]*>)HotVote/
const DESCRIPTION = /<meta name="description"[^>]*>\s*/

/** `origin` is the brand's base URL. Item pages contain `{{head}}`, because each item has its own head. */
export type BrandedPage = { brand: Brand; origin: string; html: string }
type Kind = { ad: PageAd; of: 'site' | 'item' }

export const brandedPages =
  (html: string, brands: Brands) =>
  (host: string | undefined, { ad, of }: Kind): BrandedPage => {
    const brand = brands.of(host)
    const origin = brands.getOrigin(brand)
    const head = of === 'item' ? '{{head}}' : renderHead({ brand, origin }, siteCard(brand))
    const named = `${head}\n    <script type="application/json" id="brand">${jsonIn(brand)}</script>`
    return {
      brand,
      origin,
      html: html
        .replace(ROOT, ROOTS[ad])
        .replace(DESCRIPTION, '')
        .replace(HEAD, () => named)
        .replace(NAME, () => escapeHtml(brand.siteName)),
    }
  }

const paintPicture = ({ item }: FirstItem) => {
  const { src, srcSet = '', sizes = '' } = stagePicture(item)
  const named = {
    src,
    srcset: srcSet,
    sizes,
    alt: `Uploaded by ${item.uploadedBy}`,
    'data-backdrop': item.backdrop ?? '',
  }
  const tag = item.mimeType.startsWith('video/')
    ? `video muted playsinline preload="metadata" style="--ratio: ${item.width / item.height}"`
    : 'img fetchpriority="high"'
  const attributes = Object.entries(named).map(([name, value]) => `${name}="${escapeHtml(value)}"`)
  return `<div class="first-picture"><${tag} ${attributes.join(' ')}></div>`
}

const SCRIPT_AND_STYLES = /<script type="module" crossorigin src="([^"]*)"><\/script>\s*<link rel="stylesheet"[^>]*>/

/** Embeds the first item; `theme.js` then loads the script and styles (docs/decisions/011). */
export const addFirstItem = (html: string, first: FirstItem) =>
  html
    .replace(SCRIPT_AND_STYLES, '<template id="later"><link rel="modulepreload" crossorigin href="$1" />$&</template>')
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${paintPicture(first)}</div>
    <script type="application/json" id="first-item">${jsonIn(first)}</script>`,
    )
