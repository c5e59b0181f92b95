/** Checks all types, with one thread per project, because more threads check shared types twice. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const projects = ['packages/shared', 'apps/api', 'apps/web', 'apps/web/e2e', '.']

function check(project: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const args = ['-p', project, '--singleThreaded']
    const tsc = spawn(join(root, 'node_modules/.bin/tsc'), args, { cwd: root, stdio: 'inherit' })
    tsc.once('error', reject)
    tsc.once('close', (code) => resolve(code === 0))
  })
}

const results = await Promise.all(projects.map(check))
if (results.includes(false)) process.exitCode = 1
