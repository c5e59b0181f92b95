/** `pnpm dev`: the API with restarts on port 3001, and the page with hot reload on port 3000. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps/web')

const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/api/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { PUBLIC_URL: 'http://localhost:3000', ...process.env, PORT: '3001' },
})
const page = spawn(join(web, 'node_modules/.bin/vite'), ['--port', '3000', '--strictPort'], {
  cwd: web,
  stdio: 'inherit',
  env: { ...process.env, API_PORT: '3001' },
})

const parts: ChildProcess[] = [api, page]
let isStopping = false
const stop = () => {
  if (isStopping) return
  isStopping = true
  for (const part of parts) part.kill('SIGTERM')
}
// Without handlers, this process would end before the API has stopped its database.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
for (const part of parts) {
  part.once('exit', (code) => {
    if (!isStopping) process.exitCode = code ?? 1
    stop()
  })
}
