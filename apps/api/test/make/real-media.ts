import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'vitest'

/** Folder of real photos and films, which may lie beside the repository. */
export const REAL_MEDIA = fileURLToPath(new URL('../../../../../shared/media', import.meta.url))
const isHere = existsSync(REAL_MEDIA)

/** The files of one of its folders, as `folder/name`. */
export const realMediaIn = (folder: string) =>
  isHere ? readdirSync(join(REAL_MEDIA, folder)).map((name) => `${folder}/${name}`) : []

/** Tests that need them; where they are missing one test is skipped in their place and says so. */
export const describeRealMedia = (title: string, tests: () => void) =>
  isHere ? describe(title, tests) : it(title, ({ skip }) => skip(`there is no ${REAL_MEDIA}`))
