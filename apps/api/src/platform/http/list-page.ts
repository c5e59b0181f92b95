import type { Response } from 'express'

/** `nextCursor` while there is another page; `moment`: when a list was read on all of which one can act. */
type PageInfo = { total?: number; limit: number; nextCursor: number | string | undefined; moment?: string }

/** Sets `X-Total-Count`, `X-List-Moment` and, while there is more, `Link` (RFC 8288). The other parameters of the address stay. */
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

/** The rows of a page, whose headers it sets. */
export const withPageHeaders = <Row>(
  res: Response,
  { limit }: { limit: number },
  { rows, ...page }: Omit<PageInfo, 'limit'> & { rows: Row[] },
) => {
  setPageHeaders(res, { ...page, limit })
  return rows
}
