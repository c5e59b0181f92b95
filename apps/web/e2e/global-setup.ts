import { startTemplateServer } from '../../api/test/app/template-server.ts'

/** One database server per run; workers read its URL from this variable. */
export default async () => {
  const server = await startTemplateServer()
  process.env.TEST_POSTGRES_URL = server.url
  return server.stop
}
