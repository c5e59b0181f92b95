import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterUse } from './after-use.ts'
import { nodeEnv } from './node-env.ts'

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
