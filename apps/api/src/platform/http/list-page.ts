import type { Response } from 'express'

/** `moment` is the time of the list's snapshot, needed for bulk actions on the list. */
type PageInfo = { total?: number; limit: number; nextCursor: number | string | undefined; moment?: string }

/** Sets `X-Total-Count`, `X-List-Moment` and `Link` (RFC 8288), keeping other query parameters. */
export const setPageHeaders = (res: Response, { total, limit, nextCursor, moment }: PageInfo) => {
  if (total !== undefined) res.setHeader('X-Total-Count', total)
  if (moment !== undefined) res.setHeader('X-List-Moment', moment)
  if (nextCursor === undefined) return
  const { originalUrl } = res.req
  const [path = ''] = originalUrl.split('?', 1)
  const query = new URLSearchParams(originalUrl.slice(path.length))
  query.set('limit', String(limit))
  query.set('cursor', String(nextCursor))
  res.links({ next: `${path}?${query}` })
}

export const withPageHeaders = <Row>(
  res: Response,
  { limit }: { limit: number },
  { rows, ...page }: Omit<PageInfo, 'limit'> & { rows: Row[] },
) => {
  setPageHeaders(res, { ...page, limit })
  return rows
}
