import { beforeEach, expect } from 'vitest'
import { call, quickVisitor } from '../app/call.ts'
import { expectExactCounts, queryCount } from '../app/database.ts'
import { testApp } from '../app/test-app.ts'
import { newItems } from './items.ts'

export const REFUSED_NAMES = {
  empty: '',
  'spaces only': '     ',
  'two characters': 'ab',
  'two characters and spaces': '  ab  ',
  'one too many': 'x'.repeat(31),
  'one emoji too many': '🔥'.repeat(31),
  'ten kilobytes': 'x'.repeat(10_000),
  'turned around by U+202E': 'abc\u202Edef',
  'with a zero-width joiner': 'abc\u200Ddef',
  'with a joiner at the end of an emoji': 'abc👨\u200D',
  'with a joiner between emoji that are no sequence': '🔥\u200D🔥 abc',
  'with a non-joiner between Latin letters': 'abc\u200Cdef',
  'with a non-joiner behind a letter that never joins': 'دا\u200Cرو',
  'with a non-joiner behind an emoji in Persian': 'می😀\u200Cخواهم',
  'with a joiner in Persian': 'می\u200Dخواهم',
  'of letters that draw nothing': '\u3164\u3164\u3164',
  'with a zero-width space': 'abc\u200Bdef',
  'with a variation selector': 'Alice\uFE0F',
  'with a selector behind its emoji’s own': '❤\uFE0F\uFE0FAlice',
  'with a selector behind a sign that is no emoji': '★\uFE0FAlice',
  'with a selector behind a digit': '123\uFE0F',
  'with a selector of a script': 'Alice\u180B',
  'with one of many selectors': 'Alice\u{E0100}',
  'with a vowel that draws nothing': 'Alice\u17B4',
  'with a line break inside a control': 'abc\u0007def',
  'with half an emoji': 'abc\uD83D',
}

export const siteUnderAttack = async () => {
  const app = await testApp()
  const owner = await quickVisitor(app)
  const visitor = await quickVisitor(app)
  const [item = 0] = await newItems(app, owner.id, 1)
  const countRows = () => queryCount(app.deps.db, 'SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM votes)')
  let rows = 0
  beforeEach(async () => {
    rows = await countRows()
  })
  return {
    app,
    visitor,
    item,
    send: (route: `${string} ${string}`, body?: unknown, headers?: Record<string, string>) =>
      call(app, route, { body, cookie: visitor.cookie, headers }),
    aVote: (changes: object = {}) => ({ userId: visitor.id, mediaId: item, isHot: true, ...changes }),
    expectUntouched: async () => {
      expect(await countRows()).toBe(rows)
      await expectExactCounts(app.deps.db)
      expect((await call(app, 'GET /healthz')).status).toBe(200)
    },
  }
}
