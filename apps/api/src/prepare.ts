import type { Logger } from 'pino'
import type { ReadyConfig } from './deps.ts'
import type { Config } from './platform/config/config.ts'
import {
  claimDataDir,
  postgresFolder,
  refuseUnfinishedRestore,
  storedAdminPassword,
  storedSecret,
} from './platform/config/data-dir.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded.ts'

export type Stop = () => Promise<unknown> | unknown

/** Password that the operator has not seen yet. Call `wasShown` after showing the password. */
type NewPassword = { value: string; wasShown: () => void }
/** `lost` resolves with the embedded database's last log lines if the database exits. */
export type Ready = { config: ReadyConfig; newPassword?: NewPassword; lost?: Promise<string> }

/** Starts an embedded database, and generates missing secrets, unless the environment provides all of them. */
export const prepareConfig = async (
  config: Config,
  { stops, log, signal }: { stops: Stop[]; log: Logger; signal: AbortSignal },
): Promise<Ready> => {
  const { databaseUrl, secret, adminPassword } = config
  if (databaseUrl && secret && adminPassword) return { config: { ...config, databaseUrl, secret, adminPassword } }
  stops.push(claimDataDir(config.dataDir))
  refuseUnfinishedRestore(config.dataDir)
  const { value, wasShown } = adminPassword ? { value: adminPassword } : storedAdminPassword(config.dataDir)
  const signing = secret ?? storedSecret(config.dataDir)
  const onWait = (reason: string) => log.warn({ reason }, 'waiting for the database')
  const postgres = await startEmbeddedPostgres(postgresFolder(config.dataDir), {}, { signal, onWait })
  stops.push(() => postgres.stop())
  return {
    config: {
      ...config,
      databaseUrl: postgres.url,
      secret: signing,
      adminPassword: value,
    },
    lost: postgres.ended,
    ...(wasShown && { newPassword: { value, wasShown } }),
  }
}
