import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SECRET } from './dataset.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const running = new Set<ChildProcess>()

const registered = <Child extends ChildProcess>(child: Child) => {
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

export const stopServers = () => Promise.all([...running].map(end))

export const startBaseline = async (databaseUrl: string, items: number) => {
  const child = registered(fork(file('./baseline-server.ts'), [databaseUrl, String(items)]))
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, stop: () => end(child) }
}

export const PASSWORD = 'bench-bench-bench'

/** Runs the API in production mode, without a log and without the settings of any `.env`. */
export const startApi = async (databaseUrl: string, dataDir: string, port = 3999) => {
  mkdirSync(dataDir, { recursive: true })
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [file('../src/main.ts')], {
    cwd: dataDir,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH,
      HOME,
      TMPDIR,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET,
      ADMIN_PASSWORD: PASSWORD,
      RATE_LIMITS: 'relaxed',
    },
  })
  registered(child)
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/readyz`).then(
      (res) => res.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('The API did not start')
    await wait(50)
  }
  if (child.pid === undefined) throw new Error('The API has ended')
  return { url, pid: child.pid, stop: () => end(child) }
}

const end = async (child: ChildProcess) => {
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}
