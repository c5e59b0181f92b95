/**
 * `npx pnpm s3 [--port N] [--keep DIR]`: runs OpenStack Swift as an S3 server and prints its settings.
 * `--keep` keeps the files for the next start.
 */
import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installSwift } from './swift/install-swift.ts'
import { startSwift } from './swift/start-swift.ts'

const BUCKET = 'hotvote'

const USAGE = 'Usage: npx pnpm s3 [--port N] [--keep DIR]'

const readOptions = () => {
  const { values } = parseArgs({ options: { port: { type: 'string' }, keep: { type: 'string' } } })
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
    throw new Error('--port must be a whole number from 1 to 65535')
  if (values.keep === '') throw new Error('--keep needs a folder')
  return { port, keep: values.keep === undefined ? undefined : resolve(values.keep) }
}

const fail = (failure: unknown): never => {
  console.error(failure instanceof Error ? failure.message : failure)
  process.exit(1)
}

if (process.argv.includes('--help')) {
  console.log(USAGE)
  process.exit(0)
}
const options = (() => {
  try {
    return readOptions()
  } catch (failure) {
    return fail(`${(failure as Error).message}\n${USAGE}`)
  }
})()
const problem = installSwift()
if (problem !== undefined) fail(problem)
const { access, stop } = await startSwift(BUCKET, options).catch(fail)
const files = options.keep === undefined ? 'its files are gone then' : `its files stay in ${options.keep}`
console.log(`An S3 server runs until Ctrl+C; ${files}. To run HotVote on it:

S3_BUCKET=${BUCKET} S3_ENDPOINT=${access.endpoint} S3_REGION=${access.region} S3_FORCE_PATH_STYLE=on \\
  S3_ACCESS_KEY_ID=${access.accessKeyId} S3_SECRET_ACCESS_KEY=${access.secretAccessKey} npx pnpm start
`)
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
await stop()
process.exit(0)
