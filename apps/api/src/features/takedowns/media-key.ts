import type { Config } from '../../config.ts'
import { MEDIA_PATH } from '../../domain/media-urls.ts'
import { isKey } from '../../storage/storage.ts'

type Where = Pick<Config, 'publicUrl' | 'mediaPublicUrl'> & {
  /** The site's own, with their ports. */
  hosts: ReadonlySet<string>
}

/** People leave out the scheme, or copy a path out of a page's source. */
const parsed = (typed: string, base: string): URL | null => {
  if (typed.startsWith('/')) return URL.parse(typed, base)
  return URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
}

/** The folder of `base` that the address lies in begins its path; hosts count, schemes do not. */
const below = (base: string, url: URL): string | undefined => {
  const { host, pathname } = new URL(`${base}/`)
  return url.host === host && url.pathname.startsWith(pathname) ? url.pathname.slice(pathname.length) : undefined
}

/** The key of the stored file that `typed` is the address of, when it is one of ours. */
export const mediaKeyIn = (typed: string, { publicUrl, mediaPublicUrl, hosts }: Where): string | undefined => {
  const url = parsed(typed, publicUrl)
  if (!url) return undefined
  const ofSite =
    hosts.has(url.host) && url.pathname.startsWith(MEDIA_PATH) ? url.pathname.slice(MEDIA_PATH.length) : undefined
  const key = ofSite ?? (mediaPublicUrl && below(mediaPublicUrl, url))
  return key && isKey(key) ? key : undefined
}
