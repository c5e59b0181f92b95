import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { postgresFolder } from './data-dir.ts'
import { stopOrphan } from './db/postmaster.ts'
import { isThere } from './is-there.ts'

/*
 * A restored site is made in a folder inside of the data folder, and takes the place of what is there name by name: the
 * data folder itself may be a volume, which cannot be renamed, and its lock stays where others look for it. A plan on the
 * disk makes those renames one step: before it is written the site is the old one, and whoever finds it completes it.
 */

const INCOMING = 'restoring'
const PLAN = 'restoring.json'
const ASIDE = 'replaced-'
/** What belongs to the folder and not to its site. */
const OF_THE_FOLDER = new RegExp(`^(hotvote[.](lock|pid).*|lost[+]found|${INCOMING}([.]json([.]new)?)?|${ASIDE}.*)$`)

const planSchema = z.object({ aside: z.string(), old: z.array(z.string()), incoming: z.array(z.string()) })
type Plan = z.infer<typeof planSchema>

const namesOfSite = (dataDir: string) =>
  isThere(dataDir) ? readdirSync(dataDir).filter((name) => !OF_THE_FOLDER.test(name)) : []

/** Whether the folder holds a site, or anything else that somebody may want to keep. */
export const holdsSite = (dataDir: string) => namesOfSite(dataDir).length > 0

/** Where the new site is made. */
export const incomingFolder = (dataDir: string) => join(dataDir, INCOMING)

const syncFolder = (folder: string) => {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

const move = (name: string, { from, to }: { from: string; to: string }) => {
  if (isThere(join(from, name)) && !isThere(join(to, name))) renameSync(join(from, name), join(to, name))
}

/** A database that was just being made may still write there. */
const removeIncoming = (dataDir: string) =>
  rmSync(incomingFolder(dataDir), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

/** The end of the plan, either way: the site is whole. */
const forget = (dataDir: string) => {
  syncFolder(dataDir)
  rmSync(join(dataDir, PLAN), { force: true })
  removeIncoming(dataDir)
}

const undo = (dataDir: string, { aside, old, incoming }: Plan) => {
  for (const name of incoming) move(name, { from: dataDir, to: incomingFolder(dataDir) })
  for (const name of old) move(name, { from: join(dataDir, aside), to: dataDir })
  if (isThere(join(dataDir, aside))) rmdirSync(join(dataDir, aside))
  forget(dataDir)
}

/** Renames as planned, from wherever it was broken off; what fails puts the old site back. */
const carryOut = (dataDir: string, plan: Plan) => {
  try {
    if (plan.old.length > 0) mkdirSync(join(dataDir, plan.aside), { recursive: true, mode: 0o700 })
    for (const name of plan.old) move(name, { from: dataDir, to: join(dataDir, plan.aside) })
    for (const name of plan.incoming) move(name, { from: incomingFolder(dataDir), to: dataDir })
  } catch (failure) {
    undo(dataDir, plan)
    throw new Error(`The old site was put back: ${(failure as Error).message}`, { cause: failure })
  }
  forget(dataDir)
}

/**
 * Puts what was made in the incoming folder in the place of the site, which is moved aside. Everything in it has to be on
 * the disk.
 * @returns the folder that the old site is in now, when there was one
 */
export const replaceSite = async (dataDir: string): Promise<string | undefined> => {
  await stopOrphan(postgresFolder(dataDir))
  const aside = `${ASIDE}${new Date().toISOString().replace(/[:.]/g, '-')}`
  const plan = { aside, old: namesOfSite(dataDir), incoming: readdirSync(incomingFolder(dataDir)) }
  const file = join(dataDir, PLAN)
  // Before the plan: where there is no room for it, the old site stays without one.
  if (plan.old.length > 0) mkdirSync(join(dataDir, aside), { mode: 0o700 })
  await writeFile(`${file}.new`, JSON.stringify(plan), { flush: true })
  renameSync(`${file}.new`, file)
  syncFolder(dataDir)
  carryOut(dataDir, plan)
  return plan.old.length > 0 ? join(dataDir, aside) : undefined
}

/**
 * Completes a replacement that was killed, or removes what a restore that was killed before it had made. To be called by
 * whoever has claimed the folder, before anything in it is read.
 */
export const finishReplacement = async (dataDir: string): Promise<void> => {
  const file = join(dataDir, PLAN)
  if (isThere(file)) {
    await stopOrphan(postgresFolder(dataDir))
    carryOut(dataDir, planSchema.parse(JSON.parse(readFileSync(file, 'utf8'))))
  } else if (isThere(incomingFolder(dataDir))) await discardIncoming(dataDir)
}

/** Removes what was made of a new site, and ends its database. */
export const discardIncoming = async (dataDir: string): Promise<void> => {
  await stopOrphan(postgresFolder(incomingFolder(dataDir)))
  removeIncoming(dataDir)
}
