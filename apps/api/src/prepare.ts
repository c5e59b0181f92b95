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

/** Undefined if the operator has already seen the password. Call `wasShown` after showing it. */
type NewPassword = { value: string; wasShown: () => void }
/** `lost` resolves with the last log lines of the embedded database if it exits. */
export type Ready = { config: ReadyConfig; newPassword?: NewPassword; lost?: Promise<string> }

/** Production takes its database and secrets from the environment. */
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
