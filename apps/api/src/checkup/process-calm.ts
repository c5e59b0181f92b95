import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { breach, type Check, type Findings, looked, Skipped } from './check.ts'
import type { Site } from './site.ts'
import { ask } from './site-answers.ts'

const lookAtHealth = async (url: string, found: Findings) => {
  for (const [path, status] of [
    ['/healthz', 'ok'],
    ['/readyz', 'ok'],
  ] as const) {
    const answer = await ask(url, path)
    looked(found, 'answers', 1)
    const said = answer.body.slice(0, 200)
    if (answer.status !== 200 || !said.includes(`"${status}"`))
      breach(found, `${path} answers ${answer.status} ${said}`)
  }
}

/** Open files and memory of a process, as Linux tells them. */
const lookAtProcess = async ({ options }: Site, pid: number, found: Findings) => {
  const proc = `/proc/${pid}`
  const status = await readFile(`${proc}/status`, 'utf8').catch(() => undefined)
  if (status === undefined) return breach(found, `there is no process ${pid}`)
  const files = (await readdir(`${proc}/fd`)).length
  const memory = Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
  looked(found, 'open files', files)
  looked(found, 'MB of memory', memory)
  const { maxFiles = Infinity, maxMemory = Infinity } = options
  if (files > maxFiles) breach(found, `process ${pid} has ${files} open files, more than ${maxFiles}`)
  if (memory > maxMemory) breach(found, `process ${pid} has ${memory} MB of memory, more than ${maxMemory}`)
}

const UNCAUGHT = /uncaught|unhandled/i
/** What a page reports, in its own words. */
const CLIENT_ERROR = '"msg":"client error"'

const lookInLogs = async ({ options }: Site, found: Findings) => {
  for (const path of options.logs) {
    let number = 0
    for await (const line of createInterface({ input: createReadStream(path) })) {
      number++
      if (UNCAUGHT.test(line) && !line.includes(CLIENT_ERROR))
        breach(found, `line ${number} of ${path} tells of a failure that nobody caught`)
    }
    looked(found, 'lines of logs', number)
  }
}

/** The site's process answers, and needs no more than it did. */
export const processCalm: Check = {
  number: 14,
  title: 'The process answers, and needs no more than it may',
  async look(site, found) {
    const { url, pid, logs } = site.options
    if (url === undefined && pid === undefined && logs.length === 0)
      throw new Skipped('it needs the --url of the running site, its --pid, or its --log')
    if (url !== undefined) await lookAtHealth(url, found)
    if (pid !== undefined) await lookAtProcess(site, pid, found)
    await lookInLogs(site, found)
  },
}
