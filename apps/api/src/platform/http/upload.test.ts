import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { quarters } from '../../../test/make/pictures.ts'
import {
  buildForm,
  closing,
  countTraces,
  expectNoTrace,
  filePart,
  formHeaders,
  type Part,
  sendForm,
  userPart,
} from '../../../test/make/upload.ts'

const app = await testApp()
const visitor = await quickVisitor(app)
const picture = await quarters(16, 16).png().toBuffer()

const file = () => filePart(picture)
const fields = (count: number): Part[] =>
  Array.from({ length: count }, (_, i) => ({ head: `name="f${i}"`, bytes: 'x' }))

const rawUpload = (headers: string[]) => {
  const { hostname, port } = new URL(app.baseUrl)
  const socket = connect(Number(port), hostname)
  let answer = ''
  let closed = false
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  const end = new Promise<void>((done) => socket.once('close', () => done())).then(() => {
    closed = true
  })
  socket.write(
    ['POST /api/media/upload HTTP/1.1', 'Host: x', `Cookie: ${visitor.cookie}`, ...headers, '', ''].join('\r\n'),
  )
  return { socket, end, isOver: () => closed || answer.includes('\r\n\r\n'), answer: () => answer }
}
const multipart = `Content-Type: ${formHeaders['content-type']}`
const opening = buildForm([userPart(1), filePart('')]).subarray(0, -closing.length - 2)

const pour = async (upload: ReturnType<typeof rawUpload>, total: number, wrap: (chunk: Buffer) => Buffer) => {
  const chunk = Buffer.alloc(256 * 1024, 1)
  let sent = 0
  while (sent < total && !upload.isOver()) {
    if (!upload.socket.write(wrap(chunk)))
      await Promise.race([upload.end, new Promise((go) => upload.socket.once('drain', go))])
    else await new Promise((go) => setImmediate(go))
    sent += chunk.length
  }
  return sent
}

describe('an invalid form', () => {
  it.each<[string, () => Buffer | string]>([
    ['no file', () => buildForm([userPart(visitor.id)])],
    ['no user', () => buildForm([file()])],
    ['a user that is no number', () => buildForm([{ head: 'name="userId"', bytes: '1e3' }, file()])],
    ['two users', () => buildForm([userPart(visitor.id), userPart(visitor.id), file()])],
    ['two files', () => buildForm([userPart(visitor.id), file(), file()])],
    [
      'a file in another field',
      () => buildForm([userPart(visitor.id), { ...file(), head: 'name="photo"; filename="a.png"' }]),
    ],
    ['a file as plain text', () => buildForm([userPart(visitor.id), { head: 'name="file"', bytes: 'hello' }])],
    ['a field without a name', () => buildForm([userPart(visitor.id), { head: 'x="y"', bytes: 'x' }, file()])],
    [
      'a file without a field name',
      () => buildForm([userPart(visitor.id), { head: 'filename="a.png"', bytes: picture }]),
    ],
    ['an empty file name', () => buildForm([userPart(visitor.id), filePart(picture, '')])],
    ['1001 fields', () => buildForm([userPart(visitor.id), ...fields(1001), file()])],
    ['a long field', () => buildForm([userPart(visitor.id), { head: 'name="x"', bytes: 'x'.repeat(5000) }, file()])],
    [
      'a long field name',
      () => buildForm([userPart(visitor.id), { head: `name="${'x'.repeat(500)}"`, bytes: 'x' }, file()]),
    ],
    [
      'an array that is huge',
      () =>
        buildForm([
          { head: 'name="a[4294967294]"', bytes: 'x' },
          { head: 'name="a[x]"', bytes: 'x' },
        ]),
    ],
    ['a deep name', () => buildForm([{ head: 'name="a[b][c][d]"', bytes: 'x' }, userPart(visitor.id), file()])],
    ['a prototype', () => buildForm([{ head: 'name="__proto__[x]"', bytes: 'x' }, file()])],
    [
      'a part header that does not end',
      () => `--x-hotvote-test-boundary\r\nContent-Disposition: form-data; name="file"\r\n${closing}`,
    ],
    ['no closing boundary', () => buildForm([userPart(visitor.id), file()]).subarray(0, -closing.length)],
    [
      'NUL in a header',
      () => buildForm([userPart(visitor.id), { head: 'name="fi\0le"; filename="a\0.png"', bytes: picture }]),
    ],
    ['only a closing boundary', () => closing],
    ['an empty body', () => ''],
    ['no boundary at all', () => 'hello'],
  ])('is refused with 400 for %s', async (_what, make) =>
    expectNoTrace(app, async () => {
      expectError(await sendForm(app, make(), visitor.cookie), 400)
    }),
  )
})

describe('a body that is too large', () => {
  it('is refused with a reason', async () => {
    const reply = await sendForm(
      app,
      buildForm([userPart(visitor.id), filePart(Buffer.alloc(30_000_000, 1))]),
      visitor.cookie,
    )
    expectError(reply, 413, 'too_large')
  })

  it('is refused before it is read when its length is too large', async () => {
    const upload = rawUpload([multipart, 'Content-Length: 300000000'])
    await upload.end
    expect(upload.answer()).toMatch(/^HTTP\/1.1 413 [\s\S]*\r\nConnection: close\r\n/)
  })

  it('is cut off at the limit when its length is unknown', async () => {
    const upload = rawUpload([multipart, 'Transfer-Encoding: chunked'])
    const asChunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
    upload.socket.write(asChunk(opening))
    const sent = await pour(upload, 60_000_000, asChunk)
    await upload.end
    expect(sent).toBeLessThan(40_000_000)
    if (upload.answer() !== '') expect(upload.answer()).toMatch(/^HTTP\/1.1 413 /)
    await expect.poll(() => countTraces(app), SOON).toMatchObject({ temporary: 0 })
  })

  it('is read only up to its announced length', async () => {
    await expectNoTrace(app, async () => {
      const upload = rawUpload([multipart, 'Content-Length: 1000000', 'Connection: close'])
      upload.socket.write(opening)
      await pour(upload, 25_000_000, (chunk) => chunk)
      await upload.end
      if (upload.answer() !== '') expect(upload.answer()).toMatch(/^HTTP\/1.1 400 /)
    })
  })
})

it('leaves nothing of an interrupted upload', async () => {
  await expectNoTrace(app, async () => {
    const uploads = Array.from({ length: 12 }, () => rawUpload([multipart, 'Content-Length: 2000000']))
    for (const upload of uploads) upload.socket.write(Buffer.concat([opening, Buffer.alloc(900_000, 1)]))
    // Wait until all uploads have started, because a late one would write its file after the last check.
    await expect.poll(async () => (await countTraces(app)).temporary, SOON).toBe(uploads.length)
    for (const upload of uploads) upload.socket.resetAndDestroy()
    await Promise.all(uploads.map(({ end }) => end))
    await expect.poll(async () => (await countTraces(app)).temporary, SOON).toBe(0)
  })
})
