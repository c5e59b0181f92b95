/** `npx pnpm s3`: runs a real S3 server, OpenStack Swift, until it is interrupted, and prints the settings to use it. */
import { once } from 'node:events'
import { installSwift } from './swift/install-swift.ts'
import { startSwift } from './swift/start-swift.ts'

const BUCKET = 'hotvote'

const problem = installSwift()
if (problem !== undefined) {
  console.error(problem)
  process.exit(1)
}
const { access, stop } = await startSwift(BUCKET)
console.log(`An S3 server runs until Ctrl+C; its files are gone then. To run HotVote on it:

S3_BUCKET=${BUCKET} S3_ENDPOINT=${access.endpoint} S3_REGION=${access.region} S3_FORCE_PATH_STYLE=on \\
  S3_ACCESS_KEY_ID=${access.accessKeyId} S3_SECRET_ACCESS_KEY=${access.secretAccessKey} npx pnpm start
`)
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
await stop()
process.exit(0)
