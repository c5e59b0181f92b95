import { describe, expect, it } from 'vitest'
import { call, quickVisitor, type Reply } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'

const CDN = 'https://cdn.example/files'

const app = await testApp({ PUBLIC_URL: 'https://hot.example:8443', RATE_LIMITS: 'on', MEDIA_PUBLIC_URL: CDN })
const { file, readRow } = complainant(app)
const owner = await quickVisitor(app)

describe('an address of this site', () => {
  type Item = { id: number; original: string; display: string; thumb: string }
  const newItem = async (): Promise<Item> => {
    const [id = 0] = await newItems(app, owner.id, 1)
    const text = `
UPDATE media SET display_key = $2 || '-display.webp', thumb_key = $2 || '-thumb.webp'
WHERE id = $1 RETURNING id, original_key AS original, display_key AS display, thumb_key AS thumb`
    const [item] = await app.deps.db.query<Item>({ text }, [id, `2026/11/made-${id}`])
    if (!item) throw new Error('No item')
    return item
  }
  const linkedTo = async (changes: object) => {
    const { body, text } = await file(changes)
    const row = await readRow(body.id)
    if (!row) throw new Error(text)
    return row.media_id
  }

  it('links the request to its item by any of its files on any host', async () => {
    const { id, original, display, thumb } = await newItem()
    const { host } = new URL(app.baseUrl)
    for (const url of [
      ...[original, display, thumb].map((key) => `https://hot.example:8443/media/${key}`),
      ...[original, display, thumb].map((key) => `${CDN}/${key}`),
      `${app.baseUrl}/media/${display}`,
      `https://${host}/media/${display}?size=large#top`,
      `HTTPS://HOT.example:8443/media/${thumb}`,
      `hot.example:8443/media/${original}`,
      `/media/${original}`,
      `cdn.example/files/${thumb}`,
      `https://hot.example:8443/m/${id}`,
      `${app.baseUrl}/m/${id}/?from=chat`,
      `/m/${id}`,
    ])
      expect(await linkedTo({ infringingUrls: ['https://elsewhere.example/', url] }), url).toBe(id)
  })

  it('links the request to its item with any text around it', async () => {
    const { id, original } = await newItem()
    const address = `https://hot.example:8443/m/${id}`
    const escaped = encodeURIComponent(`${CDN}/${original}`)
    for (const line of [
      `<${address}>`,
      `${address}.`,
      `(${address})`,
      `1. ${address}`,
      `My photo is at ${address}, please remove it.`,
      `https://www.google.com/url?sa=t&amp;url=${escaped}&amp;usg=x`,
      `https://eur01.safelinks.protection.outlook.com/?url=${escaped}&data=05`,
    ])
      expect(await linkedTo({ infringingUrls: [line] }), line).toBe(id)
  })

  it('links no item on another host, in another folder or under an unknown id', async () => {
    const { id, original } = await newItem()
    for (const url of [
      `https://elsewhere.example/m/${id}`,
      `https://hot.example:8443/x/m/${id}`,
      'https://hot.example:8443/m/987654321',
      'https://hot.example:8443/m/12345678901234567890',
      'https://hot.example:8443/m/',
      `https://elsewhere.example/media/${original}`,
      `https://hot.example/media/${original}`,
      `https://hot.example:8443/${original}`,
      `https://hot.example:8443/x/media/${original}`,
      `https://hot.example:8443.elsewhere.example/media/${original}`,
      `https://hot.example:8443@elsewhere.example/media/${original}`,
      `https://cdn.example/${original}`,
      `${CDN}-old/${original}`,
      'https://hot.example:8443/media/2026/11/none-original.jpg',
      'https://hot.example:8443/media/%00',
      'https://hot.example:8443/media/',
      'https://[',
      original,
    ])
      expect(await linkedTo({ infringingUrls: [url] }), url).toBeNull()
  })

  it('decides about the item if it is the first of several', async () => {
    const [one, two] = [await newItem(), await newItem()]
    const infringingUrls = [`${CDN}/${two.thumb}`, `${CDN}/${one.original}`]
    expect(await linkedTo({ infringingUrls })).toBe(two.id)
    expect(await linkedTo({ infringingUrls: infringingUrls.toReversed() })).toBe(one.id)
    const pages = [`/m/${one.id}`, ...infringingUrls]
    expect(await linkedTo({ infringingUrls: pages })).toBe(one.id)
    expect(await linkedTo({ infringingUrls: pages.toReversed() })).toBe(one.id)
    expect(await linkedTo({ infringingUrls: [`/m/${two.id}`, ...pages] })).toBe(two.id)
  })

  it('is overruled by an existing item that the request names', async () => {
    const [one, two] = [await newItem(), await newItem()]
    const infringingUrls = [`${CDN}/${one.thumb}`]
    expect(await linkedTo({ infringingUrls, mediaId: two.id })).toBe(two.id)
    expect(await linkedTo({ mediaId: two.id })).toBe(two.id)
    expect(await linkedTo({ infringingUrls, mediaId: 987_654_321 })).toBe(one.id)
    expect(await linkedTo({ mediaId: 987_654_321 })).toBeNull()
  })

  it('keeps its item visible and reveals nothing to visitors', async () => {
    const { id, original } = await newItem()
    const visible = await queryCount(app.deps.db, 'SELECT count(*) FROM media WHERE position IS NOT NULL')
    await file({ infringingUrls: [`${CDN}/${original}`] })
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM media WHERE position IS NOT NULL')).toBe(visible)
    expect(await queryCount(app.deps.db, `SELECT count(*) FROM media WHERE id = ${id}`)).toBe(1)
    const voter = await quickVisitor(app)
    const answers: Reply[] = [
      await voter.next(),
      await voter.vote(id),
      await file(),
      await file({ complainantName: '' }),
    ]
    for (const path of ['/api/dmca-takedown', '/api/dmca-takedown/1', '/api/admin/dmca-takedowns'])
      answers.push(await call(app, `GET ${path}`, { cookie: voter.cookie }))
    for (const { text } of answers) expect(text).not.toMatch(/Ada Example|lighthouse|Exampleton|ada@example/i)
  })
})

it('keeps the request when its item is deleted', async () => {
  const [id = 0] = await newItems(app, owner.id, 1)
  const { body } = await file({ mediaId: id })
  await app.deps.db.query({ text: 'DELETE FROM media WHERE id = $1' }, [id])
  expect(await readRow(body.id)).toMatchObject({ media_id: null, complainant_name: 'Ada Example' })
})
