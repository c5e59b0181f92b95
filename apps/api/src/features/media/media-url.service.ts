import type { Config } from '../../config.ts'

/** Where the API itself serves media from. */
export const MEDIA_PATH = '/media/'

/** The public address of a stored file: below `MEDIA_PUBLIC_URL` where that is set, else on this site. */
export const mediaUrl = (config: Pick<Config, 'mediaPublicUrl'>, key: string): string =>
  config.mediaPublicUrl ? `${config.mediaPublicUrl}/${key}` : MEDIA_PATH + key
