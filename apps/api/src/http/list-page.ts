import type { Response } from 'express'

/** `total` entries in all, where that is known; `nextCursor` while there is another page. */
type PageInfo = { total?: number; limit: number; nextCursor: number | string | undefined }

/** Sets `X-Total-Count` and, while there is more, `Link` (RFC 8288). The other parameters of the address stay. */
export const setPageHeaders = (res: Response, { total, limit, nextCursor }: PageInfo) => {
  if (total !== undefined) res.setHeader('X-Total-Count', total)
  if (nextCursor === undefined) return
  const [path = '', search = ''] = res.req.originalUrl.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('limit', String(limit))
  query.set('cursor', String(nextCursor))
  res.links({ next: `${path}?${query}` })
}

/** The rows of a page, whose headers it sets. */
export const withPageHeaders = <Row>(
  res: Response,
  { limit }: { limit: number },
  { rows, ...page }: Omit<PageInfo, 'limit'> & { rows: Row[] },
) => {
  setPageHeaders(res, { ...page, limit })
  return rows
}
