import { readFileSync, statSync } from 'node:fs'
import { type Brand, brand } from '@hotvote/shared/brands'
import decancer from 'decancer'
import { z } from 'zod'
import { isHostName, withoutPort } from '../../domain/host-names.ts'

const RESERVED =
  'admin administrator administration moderator moderation mod operator support helpdesk help staff team official system root owner webmaster postmaster security abuse dmca legal privacy billing contact info'.split(
    ' ',
  )

const LETTERS: Record<string, string> = { '@': 'a', $: 's', '|': 'i', l: 'i', 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' }

/** Matches emoji, except the letters that form flags. */
const PICTOGRAPHS = /(?!\p{Regional_Indicator})\p{Emoji_Presentation}/gu

const readLetters = (name: string) =>
  [...decancer(name.replace(PICTOGRAPHS, ''), { disableBidi: true }).toString()]
    .map((sign) => LETTERS[sign] ?? sign)
    .join('')
    .replace(/\P{L}/gu, '')

/** Detects names that imitate the site or its operator (`Admin`, `adm1n_42`, `The HotVote Team`, `ᴀᴅᴍɪɴ`). */
const reservedNames = (ownNames: readonly string[]) => {
  const words = [...RESERVED, ...ownNames].map(readLetters).filter((word) => word.length > 1)
  const posing = new RegExp(`^(?:the)?(?:${words.join('|')})+$`, 'u')
  return (name: string) => [name, name.replace(/\d/g, '')].some((one) => posing.test(readLetters(one)))
}

export type Brands = {
  /** Accepts a `Host` header with or without its port. Unknown hosts get the brand of `PUBLIC_URL`. */
  of(host: string | null | undefined): Brand
  /** Returns the brand's origin without a trailing slash. */
  getOrigin(brand: Brand): string
  isReserved(name: string): boolean
  /** Hosts of the site, including the port if the site's URLs have one. */
  hosts: ReadonlySet<string>
  /** Returns the host without its port, or null if no brand is configured for it. */
  findHost(host: string | undefined): string | null
  /** Returns the base URL for emails requested from this host. Unknown hosts get `PUBLIC_URL`. */
  getBaseUrl(host: string | undefined): string
}

export type BrandsByHost = ReadonlyMap<string, Brand>

const hostName = z.string().trim().toLowerCase().refine(isHostName, 'must be a host name without a port')

/** Accepts a path of this site or an http(s) URL, but not `//host`. */
const isPicture = (url: string) =>
  url.startsWith('/') ? /^\/[^/\\\s]\S*$/.test(url) : URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

const entry = brand
  .partial({ domain: true, useLogo: true, logoType: true })
  .extend({
    domain: hostName.optional(),
    logoUrl: brand.shape.logoUrl.refine(
      (url) => url === undefined || isPicture(url),
      'must be an http or https address, or a path that begins with /',
    ),
  })
  .strict()
  .refine(({ useLogo, logoType, logoUrl }) => !useLogo || logoType !== 'custom' || logoUrl !== undefined, {
    path: ['logoUrl'],
    message: 'is required for a logo of type custom',
  })

const problemsIn = (host: string, error: z.ZodError) =>
  error.issues.map(({ path, message }) => `${[JSON.stringify(host), ...path].join(' ')}: ${message}`)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const readBrands = (file: string): { brands: BrandsByHost; problems: string[] } => {
  const brands = new Map<string, Brand>()
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return { brands, problems: ['names no file'] }
  const content = parsed(readFileSync(file, 'utf8'))
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return { brands, problems: ['must be a JSON object: host name to brand'] }
  const problems: string[] = []
  for (const [key, value] of Object.entries(content)) {
    const host = hostName.safeParse(key)
    const given = entry.safeParse(value)
    if (!host.success) problems.push(...problemsIn(key, host.error))
    else if (brands.has(host.data)) problems.push(`${JSON.stringify(key)}: is there twice`)
    if (!given.success) problems.push(...problemsIn(key, given.error))
    if (host.success && given.success)
      brands.set(host.data, { domain: host.data, useLogo: false, logoType: 'hotvote', ...given.data })
  }
  return { brands, problems }
}

/** If no brands are configured, the site is called HotVote and has no logo. */
export const openBrands = ({
  publicUrl,
  brands,
  adminUsername,
}: {
  publicUrl: string
  brands: BrandsByHost
  adminUsername: string
}): Brands => {
  const { hostname } = new URL(publicUrl)
  const urlAt = (host: string) => {
    const url = new URL(publicUrl)
    url.hostname = host
    return url
  }
  const findHost = (host = '') => (brands.has(withoutPort(host)) ? withoutPort(host) : null)
  const domains = [...brands.values()].map(({ domain }) => domain)
  const standard: Brand = brands.get(hostname) ?? {
    siteName: 'HotVote',
    domain: hostname,
    useLogo: false,
    logoType: 'hotvote',
  }
  return {
    of: (host) => brands.get(withoutPort(host ?? '')) ?? standard,
    isReserved: reservedNames([adminUsername, ...[standard, ...brands.values()].map(({ siteName }) => siteName)]),
    getOrigin: ({ domain }) => urlAt(domain).origin,
    hosts: new Set([new URL(publicUrl).host, ...[...brands.keys(), ...domains].map((host) => urlAt(host).host)]),
    findHost,
    getBaseUrl: (host) => urlAt(findHost(host) ?? hostname).href.replace(/\/+$/, ''),
  }
}
