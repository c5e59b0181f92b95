import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { installSwift } from '../../../../scripts/swift/install-swift.ts'
import { type S3Access, startSwift } from '../../../../scripts/swift/start-swift.ts'
import { startTemplateServer } from './template-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a server with the migrated database `template`. */
    postgresUrl: string
    /** Returns an `S3Offer`; the first request starts the server. */
    s3OfferUrl: string
  }
}

/** `isTemporary` means that the store and its buckets are deleted after the test run. */
export type S3Offer = { access: S3Access; isTemporary: boolean } | { problem: string }

const givenStore = (endpoint: string): S3Access => ({
  endpoint,
  region: process.env.TEST_S3_REGION ?? 'us-east-1',
  accessKeyId: process.env.TEST_S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.TEST_S3_SECRET_ACCESS_KEY ?? '',
})

/** One S3 server per test run, started on demand because it takes seconds. */
const offerStore = async ({ provide }: TestProject) => {
  const given = process.env.TEST_S3_ENDPOINT
  let stop: () => Promise<void> = async () => undefined
  const start = async (): Promise<S3Offer> => {
    if (given) return { access: givenStore(given), isTemporary: false }
    const problem = installSwift()
    if (problem !== undefined) return { problem: `${problem}. TEST_S3_ENDPOINT may name another server` }
    const swift = await startSwift('first')
    stop = swift.stop
    return { access: swift.access, isTemporary: true }
  }
  let offer: Promise<S3Offer> | undefined
  const server = createServer(async (_req, res) => {
    offer ??= start()
    // A broken server must fail the tests, not skip them.
    const answer = await offer.catch((failure: Error) => failure)
    res.statusCode = answer instanceof Error ? 500 : 200
    res.end(answer instanceof Error ? answer.message : JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  provide('s3OfferUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.closeAllConnections()
    server.close()
    await offer?.catch(() => undefined)
    await stop()
  }
}

export default async (project: TestProject) => {
  const postgres = await startTemplateServer()
  project.provide('postgresUrl', postgres.url)
  const stopStore = await offerStore(project)
  return async () => {
    await stopStore()
    await postgres.stop()
  }
}
