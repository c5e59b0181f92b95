import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterFile } from './after-file.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A port that nothing listens on. */
const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

const killed = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** A data folder that is gone after the test file, with the database server that a killed process may leave there. */
export const newDataDir = () => {
  const dir = mkdtempSync(join(tmpdir(), 'hotvote-process-'))
  afterFile(() => {
    const pidFile = join(dir, 'postgres', 'postmaster.pid')
    if (existsSync(pidFile)) killed(Number(readFileSync(pidFile, 'utf8').split('\n')[0]))
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })
  return dir
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

/**
 * Runs the server as its own process, as an operator would, with these settings and no others. `running` tells when it
 * answers, `exited` gives its exit code or signal.
 */
export const startServer = async (env: Record<string, string>) => {
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN], {
    // Not where somebody's .env might lie.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, PORT: String(port), RATE_LIMITS: 'relaxed', DEMO: 'off', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterFile(() => killed(child.pid ?? 0))
  const output = outputOf(child)
  const exited = new Promise<number | NodeJS.Signals | null>((done) =>
    child.once('close', (code, sig) => done(code ?? sig)),
  )
  const running = new Promise<void>((done, fail) => {
    child.stdout?.on('data', () => output.out.includes('is running at') && done())
    exited.then((code) => fail(new Error(`ended with ${code} before it answered:\n${output.err}`)))
  })
  // A server that is meant to refuse its start is not waited for.
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
