import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FirstItem } from '@hotvote/shared/rating'
import { stagePicture } from '@hotvote/shared/stage-picture'
import escapeHtml from 'escape-html'
import type { Logger } from 'pino'
import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash'
import { z } from 'zod'
import { type BrandedPage, jsonIn } from './page-html.ts'

/** With a photo in several widths, or in one; and with a film, with or without sound. */
const frame = z.object({ widths: z.string(), photo: z.string(), film: z.string(), silent: z.string() })
/** What the build made of the first frame of the rate screen (`apps/web/build/first-picture.ts`). */
const built = z.object({ css: z.string(), frames: z.object({ name: frame, logo: frame }) })

const OWN_LOGO = '/icon.svg'
const NO_BLUR = 'data:,'

/** Every other pixel of a thumbhash: it is stretched anyway, and this way the page stays within the first packets. */
const drawn = (thumbhash: Buffer) => {
  const { w, h, rgba } = thumbHashToRGBA(thumbhash)
  const [width, height] = [Math.ceil(w / 2), Math.ceil(h / 2)]
  const pixels = Array.from({ length: width * height }, (_, i) => {
    const start = 4 * (2 * Math.floor(i / width) * w + 2 * (i % width))
    return [...rgba.subarray(start, start + 4)]
  })
  return rgbaToDataURL(width, height, pixels.flat())
}

const drawBlur = (placeholder: string | null) => {
  try {
    return placeholder === null ? NO_BLUR : drawn(Buffer.from(placeholder, 'base64'))
  } catch {
    return NO_BLUR // A damaged hash only costs the decoration.
  }
}

/** Every text that differs from item to item, by its name in the frame. */
const valuesOf = ({ item }: FirstItem): Record<string, string> => {
  const { src, srcSet = '', sizes = '' } = stagePicture(item)
  return {
    src,
    srcset: srcSet,
    sizes,
    width: String(item.width),
    height: String(item.height),
    ratio: String(item.width / item.height),
    uploadedBy: item.uploadedBy,
    blur: drawBlur(item.placeholder),
    backdrop: item.backdrop ?? '',
  }
}

type Kind = keyof z.infer<typeof frame>

const frameKindOf = ({ item }: FirstItem): Kind => {
  if (!item.mimeType.startsWith('image/')) return item.hasSound === false ? 'silent' : 'film'
  return item.srcset === null ? 'photo' : 'widths'
}

/** What the browser fetches in advance, at the beginning of the frame. */
const PRELOADS = /^(<link [^>]*>)*/
/** Until it is read, a phone counts as 980 pixels wide: what is preloaded before it comes in the wrong width. */
const VIEWPORT = /<meta name="viewport"[^>]*>/
/** The script of the whole page, and its styles. */
const REST = /(<script type="module"[^>]*><\/script>)\s*(<link rel="stylesheet"[^>]*>)/

/** Script and styles of the page load after the frame, by `apps/web/public/first-picture.js`. */
const withFrame = (html: string, { frame, css, script }: { frame: string; css: string; script: string }) => {
  const [preloads = ''] = PRELOADS.exec(frame) ?? []
  return html
    .replace(REST, '<template id="later">$1$2</template>')
    .replace('<html ', '<html data-first="shown"{{for}} ')
    .replace(VIEWPORT, (viewport) => `${viewport}\n    ${preloads}`)
    .replace('<script src="/theme.js"></script>', () => `<script>${script}</script>\n    <style>${css}</style>`)
    .replace('<div id="root"></div>', () => `<div id="root">${frame.slice(preloads.length)}</div>\n    {{json}}`)
}

/** The texts between the braces, and the names in them: every other one. */
const partsOf = (html: string) => html.split(/\{\{(\w+)\}\}/)

const filled = (parts: string[], first: FirstItem, head: string) => {
  const values = valuesOf(first)
  const raw: Record<string, string> = {
    head,
    for: first.userId === null ? ' data-first-for="nobody"' : '',
    json: `<script type="application/json" id="first-item">${jsonIn(first)}</script>`,
  }
  return parts.map((part, i) => (i % 2 ? (raw[part] ?? escapeHtml(values[part] ?? '')) : part)).join('')
}

const readBuilt = (dist: string) => {
  const file = (name: string) => readFileSync(join(dist, name), 'utf8')
  const { data } = built.safeParse(JSON.parse(file('.first-picture.json')))
  // Made for this place: neither holds the end of a script.
  return data && { ...data, script: `${file('theme.js')}${file('first-picture.js')}` }
}

const painter = ({ css, frames, script }: NonNullable<ReturnType<typeof readBuilt>>) => ({
  scriptHash: `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  paint: ({ html, brand }: BrandedPage, first: FirstItem, head: string) => {
    const logoUrl = (brand.logoType === 'custom' && brand.logoUrl) || OWN_LOGO
    const own = frames[brand.useLogo ? 'logo' : 'name'][frameKindOf(first)]
      .replaceAll('{{siteName}}', () => escapeHtml(brand.siteName))
      .replaceAll('{{logoUrl}}', () => escapeHtml(logoUrl))
    return filled(partsOf(withFrame(html, { frame: own, css, script })), first, head)
  },
})

/** Paints a first item into the page (docs/decisions/011); undefined where this version built no frame. */
export const openFirstPicture = (dist: string, log: Pick<Logger, 'error'>) => {
  if (!existsSync(join(dist, '.first-picture.json'))) return undefined
  const found = readBuilt(dist)
  if (!found) log.error('The first picture was built by another version: pages come without it.')
  return found && painter(found)
}
