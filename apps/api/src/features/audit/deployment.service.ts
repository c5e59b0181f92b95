import { recordAudit } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import { diskOf } from '../../storage/free-disk.ts'
import { readVersion } from '../../version.ts'

type DeploymentDeps = Pick<Deps, 'db' | 'storage' | 'config'>

/**
 * Whether media can be stored, and on a local disk the free bytes. Without names of hosts or folders, as an entry is
 * never deleted.
 */
const checkOfFiles = async ({ storage, config: { s3, dataDir } }: DeploymentDeps) => {
  const provider = s3 ? 's3' : 'local'
  try {
    await storage.ready()
    if (s3) return { ok: true, provider }
    return { ok: true, provider, freeBytes: (await diskOf(dataDir)).free }
  } catch {
    return { ok: false, provider }
  }
}

/** Records a start of the process (`admin.md §3`): the first entry of a new site. */
export const recordStart = ({ db, config }: DeploymentDeps, { isEmbedded }: { isEmbedded: boolean }): Promise<void> => {
  const context = { version: readVersion(), role: config.role, node: process.version, isEmbedded }
  return recordAudit(db, { event: 'DEPLOYMENT_STARTUP', actor: 'system', context })
}

/** Records what a started process found of its files (`admin.md §3`). */
export const recordFileCheck = async (deps: DeploymentDeps): Promise<void> => {
  const context = await checkOfFiles(deps)
  await recordAudit(deps.db, { event: 'DEPLOYMENT_FILE_SYSTEM_CHECK', actor: 'system', context })
}
