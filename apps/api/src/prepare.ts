import { join } from 'node:path'
import type { Config } from './config.ts'
import { claimDataDir, storedAdminPassword, storedSecret } from './data-dir.ts'
import { finishReplacement } from './data-dir-replacement.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import type { ReadyConfig } from './deps.ts'

export type Stop = () => Promise<unknown> | unknown

/** `lost` resolves, with its last words, when our own database ends; `newPassword` is set on the start that made it. */
export type Ready = { config: ReadyConfig; newPassword?: string; lost?: Promise<string> }

/** The database and secrets of production come from the environment; without one they are our own. */
export const prepareConfig = async (config: Config, stops: Stop[]): Promise<Ready> => {
  const { databaseUrl, secret, adminPassword } = config
  if (databaseUrl && secret && adminPassword) return { config: { ...config, databaseUrl, secret, adminPassword } }
  stops.push(claimDataDir(config.dataDir))
  await finishReplacement(config.dataDir)
  const password = adminPassword ? { value: adminPassword, isNew: false } : storedAdminPassword(config.dataDir)
  const signing = secret ?? storedSecret(config.dataDir)
  const postgres = await startEmbeddedPostgres(join(config.dataDir, 'postgres'))
  stops.push(() => postgres.stop())
  return {
    config: {
      ...config,
      databaseUrl: postgres.url,
      secret: signing,
      adminPassword: password.value,
    },
    lost: postgres.ended,
    ...(password.isNew && { newPassword: password.value }),
  }
}
