import { readFileSync, statSync } from 'node:fs'
import { type Brand, brand } from '@hotvote/shared/brands'
import decancer from 'decancer'
import { z } from 'zod'
import { isHostName, withoutPort } from '../../domain/host-names.ts'

/** Words under which only the site itself speaks. */
const RESERVED =
  'admin administrator administration moderator moderation mod operator support helpdesk help staff team official system root owner webmaster postmaster security abuse dmca legal privacy billing contact info'.split(
    ' ',
  )

/** Signs and digits that are read as letters; `l` looks like `i` in many fonts. */
const LETTERS: Record<string, string> = { '@': 'a', $: 's', '|': 'i', l: 'i', 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' }

/** Emoji except the letters of flags. */
const PICTOGRAPHS = /(?!\p{Regional_Indicator})\p{Emoji_Presentation}/gu

/** The Latin letters that a reader sees in a name, whatever alphabet they are from. */
const readLetters = (name: string) =>
  [...decancer(name.replace(PICTOGRAPHS, ''), { disableBidi: true }).toString()]
    .map((sign) => LETTERS[sign] ?? sign)
    .join('')
    .replace(/\P{L}/gu, '')

/** Tells whether a name imitates the site or its operator (`Admin`, `adm1n_42`, `The HotVote Team`, `ᴀᴅᴍɪɴ`). */
const reservedNames = (ownNames: readonly string[]) => {
  const words = [...RESERVED, ...ownNames].map(readLetters).filter((word) => word.length > 1)
  const posing = new RegExp(`^(?:the)?(?:${words.join('|')})+$`, 'u')
  return (name: string) => [name, name.replace(/\d/g, '')].some((one) => posing.test(readLetters(one)))
}

/** Which brand a host name stands for (`visitor.md §1`). */
export type Brands = {
  /** By the `Host` of a request, with or without its port; a host that is not ours gets the brand of `PUBLIC_URL`. */
  of(host: string | null | undefined): Brand
  /** Address of the site under a brand, without a slash at its end. */
  originOf(brand: Brand): string
  /** Whether a visitor's name imitates the operator or the site, under any of its brands. */
  isReserved(name: string): boolean
  /** Every host of ours, with its port where addresses name one. */
  hosts: ReadonlySet<string>
  /** The host itself, without its port, when it is one of the file; any other is null, which stands for `PUBLIC_URL`. */
  hostOf(host: string | undefined): string | null
  /** Base of the addresses in mails that were requested at this host; that of `PUBLIC_URL` for a host that is not ours. */
  baseOf(host: string | undefined): string
}

/** Brands by lower-case host name. */
export type BrandsByHost = ReadonlyMap<string, Brand>

const hostName = z.string().trim().toLowerCase().refine(isHostName, 'must be a host name without a port')

/** A path of the site itself, or an address; `//host` is neither. */
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

/** Undefined when the text is not JSON. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a file of brands: JSON, host name to brand. Returns every problem in it, not only the first. */
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

/** The brands of the configuration; without any, the site is called HotVote and has no logo. */
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
  const hostOf = (host = '') => (brands.has(withoutPort(host)) ? withoutPort(host) : null)
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
    originOf: ({ domain }) => urlAt(domain).origin,
    hosts: new Set([new URL(publicUrl).host, ...[...brands.keys(), ...domains].map((host) => urlAt(host).host)]),
    hostOf,
    baseOf: (host) => urlAt(hostOf(host) ?? hostname).href.replace(/\/+$/, ''),
  }
}
