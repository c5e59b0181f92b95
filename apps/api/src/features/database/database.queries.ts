import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { catalog, media, users, votes } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'

const TABLE_NAMES = statement({
  name: 'table_names',
  row: { name: z.string() },
  text: `
SELECT table_name::text AS name FROM information_schema.tables
WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`,
})

export const tableNames = async (db: Db): Promise<string[]> => {
  const rows = await db.query(TABLE_NAMES)
  return rows.map(({ name }) => name)
}

const newestMedia = ({ orm }: Db) =>
  orm.select({ id: media.id }).from(media).orderBy(desc(media.createdAt), desc(media.id)).limit(10)
const newestUsers = ({ orm }: Db) =>
  orm.select({ id: users.id }).from(users).orderBy(desc(users.createdAt), desc(users.id)).limit(10)
const uploaders = ({ orm }: Db) =>
  orm
    .select({ id: media.id, username: users.username })
    .from(media)
    .innerJoin(users, eq(users.id, media.ownerId))
    .limit(10)
const votesOnMedia = ({ orm }: Db) =>
  orm
    .select({ mediaId: votes.mediaId, hotVotes: media.hotVotes })
    .from(votes)
    .innerJoin(media, eq(media.id, votes.mediaId))
    .limit(10)

/** Queries similar to those that the site runs. Their results are not shown. */
export const SAMPLES: { name: string; run: (db: Db) => PromiseLike<unknown> }[] = [
  { name: 'Newest media', run: newestMedia },
  { name: 'Newest users', run: newestUsers },
  { name: 'Media with their uploaders', run: uploaders },
  { name: 'Votes with their media', run: votesOnMedia },
  { name: 'Last position', run: ({ orm }) => orm.select({ last: catalog.lastPosition }).from(catalog) },
]
