import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sessionId } from '@hotvote/shared/sessions'
import { z } from 'zod'

/**
 * What the data folder remembers of the demo collection. While it is being added: the sessions of its visitors, so that a
 * start after a crash goes on with the same users. Afterwards: that it was, so that nobody who empties the site gets it
 * back.
 */
const stateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('adding'), sessions: z.array(sessionId) }),
  z.object({ status: z.literal('added') }),
])
type DemoState = z.infer<typeof stateSchema>

const fileIn = (dataDir: string) => join(dataDir, 'demo.json')

/** Undefined before the first time. Throws when the file is there and cannot be read. */
export const readDemoState = async (dataDir: string): Promise<DemoState | undefined> => {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return undefined
    throw failure
  })
  return text === undefined ? undefined : stateSchema.parse(JSON.parse(text))
}

/** Replaces the file as a whole: a crash leaves the old one or the new one. Readable by its owner only. */
export const writeDemoState = async (dataDir: string, next: DemoState): Promise<void> => {
  const fresh = `${fileIn(dataDir)}.new`
  await writeFile(fresh, JSON.stringify(next), { mode: 0o600, flush: true })
  await rename(fresh, fileIn(dataDir))
}

/** Sessions for visitors that do not exist yet. */
export const newSessions = (count: number): string[] =>
  Array.from({ length: count }, () => randomBytes(24).toString('base64url'))
