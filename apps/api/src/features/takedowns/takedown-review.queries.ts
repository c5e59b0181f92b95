import type { Parsed } from '@hotvote/shared/contract'
import type { listTakedowns, ReviewedTakedown, TakedownStatus } from '@hotvote/shared/takedown-review'
import type { Db } from '../../db/client.ts'
import { containing, parameters } from '../../db/keyset.ts'

type Wish = Parsed<typeof listTakedowns, 'query'>

export type TakedownRow = {
  id: number
  status: TakedownStatus
  complainantName: string
  complainantEmail: string
  complainantPhone: string | null
  complainantAddress: string | null
  copyrightOwner: string
  workDescription: string
  infringementDescription: string
  infringingUrls: string
  electronicSignature: string
  adminNotes: string
  mediaId: number | null
  removedItem: ReviewedTakedown['removedItem']
  host: string | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `
id, status, complainant_name AS "complainantName", complainant_email AS "complainantEmail",
complainant_phone AS "complainantPhone", complainant_address AS "complainantAddress",
copyright_owner AS "copyrightOwner", work_description AS "workDescription",
infringement_description AS "infringementDescription", infringing_urls::text AS "infringingUrls",
electronic_signature AS "electronicSignature", admin_notes AS "adminNotes", media_id AS "mediaId", removed_item AS "removedItem", host,
created_at AS "createdAt", updated_at AS "updatedAt"`

const filtersOf = ({ status, search }: Wish, add: (value: unknown) => number) => {
  const filters = ['true']
  if (status) filters.push(`status = $${add(status)}`)
  if (search) {
    const pattern = `$${add(containing(search))}`
    const columns = ['complainant_name', 'complainant_email', 'copyright_owner', 'work_description', 'id::text']
    filters.push(`(${columns.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`)
  }
  return filters
}

/** One more than the page holds, the newest first. */
export const takedownsOf = (db: Db, wish: Wish) => {
  const { values, add } = parameters()
  const filters = filtersOf(wish, add)
  if (wish.cursor !== undefined) filters.push(`id < $${add(wish.cursor)}`)
  const text = `SELECT ${COLUMNS} FROM takedowns WHERE ${filters.join(' AND ')} ORDER BY id DESC LIMIT $${add(wish.limit + 1)}`
  return db.query<TakedownRow>({ text }, values)
}

export const countOfTakedowns = async (db: Db, wish: Wish) => {
  const { values, add } = parameters()
  const text = `SELECT count(*) FROM takedowns WHERE ${filtersOf(wish, add).join(' AND ')}`
  const [row] = await db.query<{ count: number }>({ text }, values)
  return row?.count ?? 0
}

export const countsByStatus = (db: Db) =>
  db.query<{ status: TakedownStatus; count: number }>({
    text: 'SELECT status, count(*) FROM takedowns GROUP BY status',
  })

/** Undefined when there is none. `isHeld` keeps others from changing it until the transaction ends. */
export const takedownOf = async (db: Db, id: number, { isHeld = false } = {}) => {
  const text = `SELECT ${COLUMNS} FROM takedowns WHERE id = $1 ${isHeld ? 'FOR UPDATE' : ''}`
  const [row] = await db.query<TakedownRow>({ text }, [id])
  return row
}

/** Notes that are not given stay as they are. */
export const moveTakedown = async (
  db: Db,
  id: number,
  to: { status: TakedownStatus; adminNotes: string | undefined },
) => {
  const text = `
UPDATE takedowns SET status = $2, admin_notes = coalesce($3, admin_notes), updated_at = now() WHERE id = $1
RETURNING ${COLUMNS}`
  const [row] = await db.query<TakedownRow>({ text }, [id, to.status, to.adminNotes ?? null])
  if (!row) throw new Error('The takedown is gone while it is held')
  return row
}

export const setRemovedPicture = async (db: Db, claims: number[], picture: Buffer) => {
  await db.query({ text: 'UPDATE takedowns SET removed_picture = $2 WHERE id = ANY ($1::bigint[])' }, [claims, picture])
}

/** The picture that a request kept of its deleted item, as webp. */
export const removedPictureOf = async (db: Db, id: number): Promise<Buffer | null> => {
  const [row] = await db.query<{ picture: Buffer | null }>(
    { text: 'SELECT removed_picture AS picture FROM takedowns WHERE id = $1' },
    [id],
  )
  return row?.picture ?? null
}
