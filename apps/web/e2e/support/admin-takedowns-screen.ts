import type { Page } from '@playwright/test'
import type { Site } from './running-site.ts'

export const takedownsScreen = (page: Page) => {
  const list = page.getByRole('list', { name: 'Takedown requests' })
  const detail = page.getByRole('region', { name: /^Request #\d+$/ })
  const button = (name: string) => detail.getByRole('button', { name, exact: true })
  return {
    list,
    detail,
    entry: (name: string) => list.getByRole('link', { name: new RegExp(name) }),
    tile: (name: string) => page.getByRole('link', { name: new RegExp(`^${name} \\d`) }),
    order: page.getByLabel('Order'),
    notes: detail.getByLabel('Admin Notes'),
    unsaved: detail.getByText('Unsaved Changes'),
    remove: detail.getByRole('checkbox', { name: 'Remove this item, too, when the request is resolved' }),
    review: button('Mark as Reviewed'),
    resolve: button('Resolve'),
    reject: button('Reject'),
    reopen: button('Reopen'),
    nothing: page.getByText('Select a takedown request to view details'),
    back: page.getByRole('link', { name: 'All requests' }),
    toast: page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
  }
}

type Claim = {
  name?: string
  email?: string
  phone?: string | null
  address?: string | null
  owner?: string
  work?: string
  infringement?: string
  urls?: string
  signature?: string
  notes?: string
  status?: string
  mediaId?: number | null
  furtherIds?: number[]
  hours?: number
}

/** Inserts a request filed `hours` ago; returns its id. */
export const addTakedown = async (site: Site, claim: Claim = {}) => {
  const { mediaId = null, furtherIds = [], ...changes } = claim
  const given = {
    name: 'Ada Example',
    email: 'ada@example.com',
    phone: null,
    address: null,
    owner: 'Example Pictures Ltd',
    work: 'The photo of a lighthouse in my portfolio',
    infringement: 'A copy without permission',
    urls: '["https://elsewhere.example/1"]',
    signature: 'Ada Example',
    notes: '',
    status: 'pending',
    hours: 0,
    ...changes,
  }
  const [row] = await site.query<{ id: string }>(
    `WITH filed AS (INSERT INTO takedowns (complainant_name, complainant_email, complainant_phone, complainant_address, copyright_owner,
      work_description, infringement_description, infringing_urls, electronic_signature, admin_notes, status,
      good_faith_statement, accuracy_statement, created_at, opened_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, true, true, time, time
    FROM (SELECT now() - make_interval(hours => $12::int) AS time) AS filed RETURNING id),
    linked AS (INSERT INTO takedown_items (takedown_id, media_id, position)
      SELECT id, media_id, n FROM filed, unnest($13::bigint[]) WITH ORDINALITY AS item (media_id, n))
    SELECT id FROM filed`,
    [...Object.values(given), [mediaId, ...furtherIds].filter((id) => id !== null)],
  )
  return Number(row?.id)
}
