import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { firstEntryAt } from '../../audit/audit-entries.queries.ts'
import { forLog } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { BackupRunning, backUp } from './backup.service.ts'

type ScheduleDeps = Pick<Deps, 'config' | 'db' | 'log'>

const NAME = /^hotvote-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z[.]tar$/
/** Milliseconds by which one may come early: it is looked every ten minutes, and would move on by that each time. */
const EARLY = 5 * 60_000

const nameAt = (time: Date) => `hotvote-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`

/** When it was made, in milliseconds; undefined when it is none of ours. */
const timeOf = (name: string) => {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return day ? Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined
}

const backupsIn = async (dir: string) => (await readdir(dir)).filter((name) => NAME.test(name)).sort()

/** One of the future, of a clock that was wrong, does not count. */
const isDue = (names: string[], every: number, now: number) =>
  !names.some((name) => {
    const age = now - (timeOf(name) ?? 0)
    return age >= 0 && age < every - EARLY
  })

/**
 * Removes those that are too many. One from before this database is the last of a site that was lost, one from after
 * `newest` of a clock that was wrong: neither is counted or removed.
 */
const removeOldest = async (dir: string, { first, newest, keep }: { first: string; newest: string; keep: number }) => {
  const own = (await backupsIn(dir)).filter((name) => name >= first && name <= newest)
  const removed = own.slice(0, -keep)
  for (const name of removed) await rm(join(dir, name), { force: true })
  return removed.length
}

const backUpInto = async (
  deps: ScheduleDeps,
  { dir, every, keep }: NonNullable<ScheduleDeps['config']['backups']>,
  signal: AbortSignal,
) => {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const now = new Date()
  if (!isDue(await backupsIn(dir), every, now.getTime())) return
  const name = nameAt(now)
  const figures = await backUp(deps, join(dir, name), { source: 'schedule', signal })
  const first = nameAt(await firstEntryAt(deps.db))
  const removed = await removeOldest(dir, { first, newest: name, keep })
  deps.log.info({ name, removed, ...figures }, 'backup made')
}

/**
 * Makes the regular backup when its time has come, and removes the oldest after it. What fails is logged and tried again
 * when it is next looked, ten minutes later.
 */
export const backUpWhenDue = async (deps: ScheduleDeps, shutdown: AbortSignal): Promise<void> => {
  const { backups } = deps.config
  if (!backups) return
  try {
    await backUpInto(deps, backups, shutdown)
  } catch (failure) {
    if (failure instanceof BackupRunning || shutdown.aborted) return
    deps.log.error(forLog(failure), 'backup failed')
  }
}
