import { startTemplateServer } from '../../api/test/app/template-server.ts'

/** One database server a run; workers find it by this variable. */
export default async () => {
  const server = await startTemplateServer()
  process.env.TEST_POSTGRES_URL = server.url
  return server.stop
}
