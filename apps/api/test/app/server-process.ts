import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claimPort } from '../../../../scripts/ports.ts'
import { stopOrphan } from '../../src/platform/embedded-postgres/postmaster.ts'
import { afterUse } from './after-use.ts'
import { nodeEnv } from './settings.ts'

type Command = 'backup' | 'restore' | 'migrate' | 'checkup' | 'distribute'

const resolveSource = (file: string) => fileURLToPath(new URL(`../../src/${file}`, import.meta.url))

const buildNodeArgs = (name: Command) => [
  '--import',
  resolveSource('drizzle-imports.ts'),
  resolveSource(`commands/${name}.ts`),
]

/** The process gets only these settings. */
export const startCommand = (name: Command, args: string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [...buildNodeArgs(name), ...args], {
    cwd: tmpdir(),
    env: { ...nodeEnv, ...env },
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output.err += chunk
  })
  const ended = new Promise<{ code: number | NodeJS.Signals | null; out: string; err: string }>((done) =>
    child.once('close', (code, signal) => done({ code: code ?? signal, ...output })),
  )
  afterUse(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { output, ended, kill: () => child.kill('SIGKILL'), interrupt: () => child.kill('SIGINT') }
}

export const runCommand = (...given: Parameters<typeof startCommand>) => startCommand(...given).ended

/** Reserves a free port until the end of the test. */
export const ownPort = async () => {
  const { port, release } = await claimPort()
  afterUse(release)
  return port
}

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

const collectOutput = (child: ChildProcess) => {
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
    // This folder has no `.env` file.
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
    // Use `child.kill`, which does nothing after the exit, because another process may reuse the id.
    child.kill('SIGKILL')
    await exited
  })
  const output = collectOutput(child)
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
