import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'vitest'

/** May exist beside the repository. */
export const REAL_MEDIA = fileURLToPath(new URL('../../../../../shared/media', import.meta.url))
const isHere = existsSync(REAL_MEDIA)

export const realMediaIn = (folder: string) =>
  isHere ? readdirSync(join(REAL_MEDIA, folder)).map((name) => `${folder}/${name}`) : []

/** Skips the tests if the media are missing. */
export const describeRealMedia = (title: string, tests: () => void) =>
  isHere ? describe(title, tests) : it(title, ({ skip }) => skip(`there is no ${REAL_MEDIA}`))
