/** Prints the first frames of the rate screen as JSON: `Frames`. A program of its own, see `first-picture.ts`. */
import { join } from 'node:path'
import { stagePicture } from '@hotvote/shared/stage-picture'
import react from '@vitejs/plugin-react'
import { thumbHashToDataURL } from 'thumbhash'
import { createServer } from 'vite'

const web = join(import.meta.dirname, '..')

/** A thumbhash; the picture that is drawn of it marks the place of the blurred preview. */
const PLACEHOLDER = '1QcSHQRnh493V4dIh4eXh1h4kJUI'

const item = {
  id: 0,
  url: '',
  displayUrl: '{{src}}',
  srcset: '{{srcset}}',
  thumbnailUrl: null,
  mimeType: 'image/jpeg',
  // Found again in what is made of them.
  width: 7001,
  height: 7002,
  placeholder: PLACEHOLDER,
  backdrop: '{{backdrop}}',
  hasSound: true,
  uploadedBy: '{{uploadedBy}}',
  userHasVoted: false,
  totalVotes: 0,
  hotPercentage: 0,
  notPercentage: 0,
}
const brands = {
  name: { siteName: '{{siteName}}', useLogo: false },
  logo: { siteName: '{{siteName}}', useLogo: true, logoType: 'custom', logoUrl: '{{logoUrl}}' },
}

/** As much of a browser as the modules of the page look at before anything is shown. */
const pretendBrowser = (texts: Record<string, unknown>) =>
  Object.assign(globalThis, {
    addEventListener: () => undefined,
    matchMedia: () => ({ matches: false }),
    location: { pathname: '/', hostname: '', search: '', href: 'http://localhost/' },
    document: {
      documentElement: { dataset: { first: 'shown' } },
      getElementById: (id: string) => (id in texts ? { textContent: JSON.stringify(texts[id]) } : null),
      querySelector: () => null,
    },
  })

const expectTokens = (html: string, tokens: string[]) => {
  for (const token of tokens) if (!html.includes(`{{${token}}}`)) throw new Error(`The first frame lacks {{${token}}}`)
  return html
}

/** Before the scripts are there, no button and no switch does anything, and each says so. */
const notReady = (html: string) =>
  html
    .replaceAll(' aria-disabled="false"', '')
    .replace(/<(button|input)(?![^>]* aria-disabled=)/g, '<$1 aria-disabled="true"')

/**
 * A film is given its address by React once it is in the page (`ui/use-video-source.ts`). Its first picture is all that
 * is fetched of it so far: the scripts come next.
 */
const withFirstPictureOfFilm = (html: string) => html.replace(' preload="auto"', ' preload="metadata" src="{{src}}"')

type Item = Omit<typeof item, 'srcset' | 'placeholder'> & { srcset: string | null; placeholder: string | null }
type Server = Awaited<ReturnType<typeof createServer>>

/** The frame with a photo, in one or several widths, or with a film, with or without sound. */
const frameOf = async (server: Server, brand: unknown, first: Item) => {
  pretendBrowser({ brand, 'first-item': { userId: null, item: first } })
  // Modules read the page when they are loaded.
  server.moduleGraph.invalidateAll()
  const { firstFrame }: { firstFrame: () => string } = Object(await server.ssrLoadModule('/src/app/first-picture.tsx'))
  const sizes = stagePicture(item).sizes ?? ''
  const blur = thumbHashToDataURL(Buffer.from(PLACEHOLDER, 'base64'))
  return withFirstPictureOfFilm(notReady(firstFrame()))
    .replace(/<title>.*?<\/title>/, '')
    .replaceAll(blur, '{{blur}}')
    .replaceAll(sizes, '{{sizes}}')
    .replaceAll(`"${item.width}"`, '"{{width}}"')
    .replaceAll(`"${item.height}"`, '"{{height}}"')
    .replaceAll(String(item.width / item.height), '{{ratio}}')
}

const framesOf = async (server: Server, brand: keyof typeof brands) => {
  const own = brand === 'logo' ? ['siteName', 'logoUrl'] : ['siteName']
  const ofItem = [...own, 'src', 'uploadedBy']
  const ofPhoto = [...ofItem, 'width', 'height', 'blur', 'backdrop']
  const plain = { ...item, srcset: null }
  const film = { ...plain, mimeType: 'video/mp4', placeholder: null }
  return {
    widths: expectTokens(await frameOf(server, brands[brand], item), [...ofPhoto, 'srcset', 'sizes']),
    photo: expectTokens(await frameOf(server, brands[brand], plain), ofPhoto),
    film: expectTokens(await frameOf(server, brands[brand], film), [...ofItem, 'ratio']),
    silent: expectTokens(await frameOf(server, brands[brand], { ...film, hasSound: false }), [...ofItem, 'ratio']),
  }
}

const renderFrames = async () => {
  const server = await createServer({
    root: web,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    return { name: await framesOf(server, 'name'), logo: await framesOf(server, 'logo') }
  } finally {
    await server.close()
  }
}

export type Frames = Awaited<ReturnType<typeof renderFrames>>

process.stdout.write(JSON.stringify(await renderFrames()), () => process.exit(0))
