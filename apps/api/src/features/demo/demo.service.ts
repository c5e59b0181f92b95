import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { openSessionOf } from '../sessions/sessions.service.ts'
import { addMedia } from '../uploads/uploads.service.ts'
import { isUntouched, shownNames } from './demo.queries.ts'
import { type DemoFile, demoFiles } from './demo-files.ts'
import { newOwnerSessions, readDemoState, writeDemoState } from './demo-state.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'log' | 'storage' | 'processMedia' | 'tempDir'>

/** The sessions whose users own the collection; undefined when nothing is to be added. */
const ownersToServe = async ({ config, db }: Needs): Promise<string[] | undefined> => {
  const known = await readDemoState(config.dataDir)
  if (known) return known.status === 'adding' ? known.ownerSessions : undefined
  if (!(await isUntouched(db))) return undefined
  const ownerSessions = newOwnerSessions()
  await writeDemoState(config.dataDir, { status: 'adding', ownerSessions })
  return ownerSessions
}

const upload = (deps: Needs, file: DemoFile, { ownerId, signal }: { ownerId: number; signal: AbortSignal }) =>
  withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'drawn')
    await writeFile(path, file.bytes)
    await addMedia(deps, { ownerId, path, name: file.name }, signal)
  })

/**
 * Fills a site that nobody has used with the demo collection, owned by a few made-up visitors and through
 * the same checks as every upload; item after item, so that the first can be rated at once. A start after a crash adds
 * what is missing; a collection that was complete once is never added again.
 * @throws AbortError when `signal` fires, which ends it after the item in work; whatever the upload throws
 */
export const addDemoCollection = async (
  deps: Needs,
  signal: AbortSignal,
  onShown: () => void = () => undefined,
): Promise<void> => {
  const sessions = await ownersToServe(deps)
  if (!sessions) return
  const ownerIds: number[] = []
  const unlimited = async () => undefined
  for (const sessionId of sessions)
    ownerIds.push((await openSessionOf(deps, { sessionId, username: '' }, unlimited)).id)
  let added = 0
  for await (const file of demoFiles(await shownNames(deps.db, ownerIds), signal)) {
    const ownerId = ownerIds[added % ownerIds.length]
    if (ownerId === undefined) return
    await upload(deps, file, { ownerId, signal })
    onShown()
    added += 1
  }
  signal.throwIfAborted()
  await writeDemoState(deps.config.dataDir, { status: 'added' })
  deps.log.info({ items: added }, 'demo collection added')
}
