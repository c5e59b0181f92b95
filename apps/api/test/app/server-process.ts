import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stopOrphan } from '../../src/platform/embedded-postgres/postmaster.ts'
import { afterUse } from './after-use.ts'
import { nodeEnv } from './node-env.ts'
import { ownPort } from './ports.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Cleanup also stops a database left by a killed process. */
export const newDataDir = () => {
  const dir = mkdtempSync(join(tmpdir(), 'hotvote-process-'))
  afterUse(async () => {
    await stopOrphan(join(dir, 'postgres'))
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })
  return dir
}

export const ownDatabaseUrl = (dataDir: string) => {
  const [, , , port, socketDir = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return `postgresql://postgres@localhost:${port}/postgres?host=${encodeURIComponent(socketDir)}`
}

const outputOf = (child: ChildProcess) => {
  const output = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => {
    output.out += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    output.err += chunk
  })
  return output
}

/** Runs the server with only these settings. `exited` resolves with its exit code or signal. */
export const startServer = async (env: Record<string, string>, stdout: 'pipe' | number = 'pipe') => {
  const port = await ownPort()
  const child = spawn(process.execPath, [MAIN], {
    // A folder without an `.env` file.
    cwd: tmpdir(),
    env: {
      ...nodeEnv,
      PORT: String(port),
      RATE_LIMITS: 'relaxed',
      DEMO: 'off',
      MEDIA_NICE: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', stdout, 'pipe'],
  })
  const exited = new Promise<number | NodeJS.Signals | null>((done) =>
    child.once('close', (code, sig) => done(code ?? sig)),
  )
  afterUse(async () => {
    // A process id must not be signalled after its exit, because it may be reused.
    child.kill('SIGKILL')
    await exited
  })
  const output = outputOf(child)
  const running = new Promise<void>((done, fail) => {
    child.stdout?.on('data', () => output.out.includes('is running at') && done())
    exited.then((code) => fail(new Error(`ended with ${code} before it answered:\n${output.err}`)))
  })
  // Some tests expect the start to fail.
  running.catch(() => undefined)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output,
    running,
    exited,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
  }
}

export const runServer = async (...settings: Parameters<typeof startServer>) => {
  const server = await startServer(...settings)
  await server.running
  return server
}
