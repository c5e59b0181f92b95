import { expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { connectTo } from '../../../test/app/site.ts'
import { testDatabase } from '../../../test/app/test-app.ts'
import { urlWith } from './url-settings.ts'

it("applies the site's connection settings over those of the database URL", async () => {
  const database = await testDatabase()
  afterUse(database.drop)
  const settingsAt = async (url: string) => {
    const names = [
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
      'timezone',
      'search_path',
    ]
    const columns = names.map((name) => `current_setting('${name}') AS ${name}`)
    const [row] = await connectTo(url).query<Record<string, string>>({ text: `SELECT ${columns}` })
    return row
  }
  const ours = {
    statement_timeout: '5s',
    lock_timeout: '3s',
    idle_in_transaction_session_timeout: '10s',
    timezone: 'UTC',
  }
  expect(await settingsAt(database.url)).toMatchObject(ours)
  const options = '-c search_path=public -c TimeZone=Asia/Tokyo -c lock_timeout=7000'
  expect(await settingsAt(urlWith(database.url, { options }))).toEqual({
    ...ours,
    search_path: 'public',
    lock_timeout: '7s',
    timezone: 'Asia/Tokyo',
  })
})
