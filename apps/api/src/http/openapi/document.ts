import type { Config } from '../../config.ts'
import type { Described } from '../described.ts'
import { sessionCookieName } from '../guards.ts'
import { openComponents } from './components.ts'
import { headers } from './headers.ts'
import { operationOf, pathOf } from './operation.ts'

const DESCRIPTION = `The calls of a HotVote site, generated from the schemas by which it parses requests and answers.

- A visitor is a session: \`POST /api/session\` with 32 random characters of the caller's own as \`sessionId\` opens it and sets its
  cookie. Calls that name a user in path, query or body are refused unless that is the user of the cookie.
- Every failure has the body \`ErrorBody\`; \`code\` says which one it is, \`error\` is the text for a person.
- Changes may come from the site itself or from no page: an \`Origin\` of another site is refused.
- Lists come in pages: the \`Link\` header has the address of the next one.
- Long work of the operator waits for its end, or answers 202 at once to \`Prefer: respond-async\`.
- \`HEAD\` is answered where \`GET\` is. Any other method is 405 \`method_not_allowed\`, any other address 404 \`not_found\`.`

const securitySchemes = (config: Pick<Config, 'https'>) =>
  ({
    visitor: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName(config),
      description: 'Set by `POST /api/session`, signed by the site.',
    },
    operator: {
      type: 'http',
      scheme: 'basic',
      description: 'Name and password of the operator, or the token of `POST /api/admin/login` in their place.',
    },
    monitoring: { type: 'http', scheme: 'bearer', description: 'The `METRICS_TOKEN` of the site.' },
  }) as const

/** The OpenAPI document of these calls. */
export const documentOf = (config: Pick<Config, 'https'>, calls: readonly Described[]) => {
  const components = openComponents()
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = pathOf(call.contract)
    paths[path] = { ...paths[path], [call.contract.method.toLowerCase()]: operationOf(call, components) }
  }
  return {
    // 3.2 has nothing that these calls need, and fewer tools read it.
    openapi: '3.1.1',
    info: { title: 'HotVote', version: '1', description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [{ name: 'visitor' }, { name: 'operator' }],
    paths,
    components: {
      schemas: components.schemas,
      responses: components.responses,
      headers,
      securitySchemes: securitySchemes(config),
    },
  }
}
