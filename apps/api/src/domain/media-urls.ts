import type { Config } from '../config.ts'

/** Where the API itself serves media from. */
export const MEDIA_PATH = '/media/'

/** The public address of a stored file: below `MEDIA_PUBLIC_URL` where that is set, else on this site. */
export const mediaUrl = (config: Pick<Config, 'mediaPublicUrl'>, key: string): string =>
  config.mediaPublicUrl ? `${config.mediaPublicUrl}/${key}` : MEDIA_PATH + key

type Keys = { originalKey: string; displayKey: string | null; thumbKey: string | null }

/** The addresses of an item's files (docs/decisions/006): a video has one, which the stage shows too. */
export const mediaUrls = (config: Pick<Config, 'mediaPublicUrl'>, keys: Keys) => ({
  url: mediaUrl(config, keys.originalKey),
  displayUrl: mediaUrl(config, keys.displayKey ?? keys.originalKey),
  thumbnailUrl: keys.thumbKey && mediaUrl(config, keys.thumbKey),
})
