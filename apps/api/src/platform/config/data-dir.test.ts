import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { newDataDir } from '../../../test/app/server-process.ts'
import { storedAdminPassword, storedSecret } from './data-dir.ts'

const MODULE = JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)
const CLAIMANT = `
import { claimDataDir } from ${MODULE}
const held = []
process.on('message', (dataDir) => {
  try {
    held.push(claimDataDir(dataDir))
    process.send('has it')
  } catch (failure) {
    process.send(failure.message)
  }
})
process.send('ready')`

const newClaimant = async () => {
  const child = fork('-', [], { execArgv: ['--input-type=module', '--eval', CLAIMANT] })
  afterUse(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return {
    pid: child.pid,
    async claim(dataDir: string) {
      const answer = once(child, 'message')
      child.send(dataDir)
      const [outcome] = await answer
      return String(outcome)
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

it('locks the folder for exactly one of many processes that start together', async () => {
  const claimants = await Promise.all(Array.from({ length: 6 }, newClaimant))
  for (let round = 0; round < 20; round++) {
    const dataDir = newDataDir()
    writeFileSync(join(dataDir, 'hotvote.pid'), '4194303')
    const outcomes = await Promise.all(claimants.map(({ claim }) => claim(dataDir)))
    expect(outcomes.filter((outcome) => outcome === 'has it')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.includes(`${dataDir} is in use by`))).toHaveLength(5)
  }
})

it('names the process in the folder to the next one, which can start after a kill', async () => {
  const dataDir = newDataDir()
  const [first, second] = await Promise.all([newClaimant(), newClaimant()])
  expect(await first.claim(dataDir)).toBe('has it')
  expect(await second.claim(dataDir)).toContain(`in use by process ${first.pid}`)
  await first.kill()
  expect(await second.claim(dataDir)).toBe('has it')
})

it.skipIf(process.getuid?.() !== 0)('refuses an account that does not own its database', async () => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 })
  chownSync(join(dataDir, 'postgres'), 12_345, 12_345)
  const { claim } = await newClaimant()
  expect(await claim(dataDir)).toContain(`${join(dataDir, 'postgres')} belongs to another account (12345)`)
  expect(readdirSync(dataDir)).toEqual(['postgres'])
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(12_345)
})

it.each([
  ['secret', storedSecret],
  ['admin-password', storedAdminPassword],
])('refuses to start with an empty %s', (name, stored) => {
  const dataDir = newDataDir()
  writeFileSync(join(dataDir, name), '\n')
  expect(() => stored(dataDir)).toThrow(`${join(dataDir, name)} is empty`)
})

it.each([
  ['secret', storedSecret],
  ['admin-password', storedAdminPassword],
])('refuses to start with a link to a missing %s and does not create it', (name, stored) => {
  const dataDir = newDataDir()
  const [link, away] = [join(dataDir, name), join(dataDir, 'away', name)]
  symlinkSync(away, link)
  expect(() => stored(dataDir)).toThrow(link)
  expect(readlinkSync(link)).toBe(away)
})
