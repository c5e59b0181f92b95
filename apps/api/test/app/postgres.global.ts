import type { TestProject } from 'vitest/node'
import { startTemplateServer } from './template-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a server with the migrated database `template`. */
    postgresUrl: string
  }
}

export default async ({ provide }: TestProject) => {
  const server = await startTemplateServer()
  provide('postgresUrl', server.url)
  return server.stop
}
