import type { TestProject } from 'vitest/node'
import { startTemplateServer } from './template-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server whose database `template` is at the newest migration. */
    postgresUrl: string
  }
}

/** One server a test run. */
export default async ({ provide }: TestProject) => {
  const server = await startTemplateServer()
  provide('postgresUrl', server.url)
  return server.stop
}
