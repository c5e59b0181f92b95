import { expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'

const app = await testApp()
const NONE = { contact: '', terms: '', privacy: '', imprint: '' }
const save = (texts: object) => operatorCall(app, 'POST /api/admin/site-texts-config', { ...NONE, ...texts })
const read = (page: string) => call<{ html: string }>(app, `GET /api/site-texts/${page}`)
const list = async () => (await call(app, 'GET /api/site-texts')).body

it('lists only pages that have a text', async () => {
  expect(await list()).toEqual({ pages: [] })
  expectError(await read('terms'), 404, 'not_found')
  expect((await save({ terms: '# Rules\n\nBe **kind**.', imprint: ' ' })).status).toBe(200)
  expect(await list()).toEqual({ pages: ['terms'] })
  expect((await read('terms')).body.html).toBe('<h2>Rules</h2>\n<p>Be <strong>kind</strong>.</p>')
  expectError(await read('imprint'), 404, 'not_found')
  expectError(await read('other'), 400, 'invalid_request')
})

it('escapes HTML and drops unsafe links', async () => {
  await save({ contact: '<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](https://example.com/)' })
  const { html } = (await read('contact')).body
  expect(html).not.toMatch(/<script|javascript:/)
  expect(html).toContain('<a href="https://example.com/">y</a>')
})

it('writes lengths instead of texts to the audit log', async () => {
  await save({ privacy: 'A long text' })
  expect((await listAudit(app)).at(-1)).toMatchObject({
    event: 'SETTINGS_UPDATED',
    context: { setting: 'site-texts', privacy: 11, terms: 0 },
  })
})
