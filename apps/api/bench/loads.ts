import type { Caller } from './dataset.ts'
import type { Load } from './load.ts'

/** Spreads the votes, so that concurrent visitors vote on different items. */
export const spreadOver = (items: number) => (visitor: number, n: number) => 1 + ((n * 7919 + visitor * 61) % items)

/** All visitors vote on one item, then on the next. */
export const pickInOrder = (_visitor: number, n: number) => 1 + n
/** Uses more connections than the API has to its database. */
export const crowdOf = (load: Load): Load => ({ ...load, connections: 32 })

export const nextOf = (url: string, callers: Caller[]): Load => ({
  url,
  requests: callers.map(({ id, cookie }) => ({ method: 'GET', path: `/api/media/random/${id}`, headers: { cookie } })),
})

export const bareNextOf = (url: string, callers: Caller[]): Load => ({
  url,
  requests: callers.map(({ id, sessionHash }) => ({
    method: 'GET',
    path: `/next?session=${sessionHash}&user=${id}`,
  })),
})

type Rating = { caller: Caller; mediaId: number; isHot: boolean }
type Raters = { callers: Caller[]; itemOf: (visitor: number, n: number) => number }

const ratingsOf = (url: string, { callers, itemOf }: Raters, requestOf: (rating: Rating) => object): Load => {
  let n = -1
  const setupRequest = (request: object) => {
    n += 1
    const visitor = n % callers.length
    const caller = callers[visitor]
    if (!caller) throw new Error('There are no visitors')
    const mediaId = itemOf(visitor, Math.floor(n / callers.length))
    return { ...request, ...requestOf({ caller, mediaId, isHot: n % 3 === 0 }) }
  }
  return { url, requests: [{ method: 'POST', path: '/', setupRequest }] }
}

const headersOf = ({ cookie }: Caller) => ({ cookie, 'content-type': 'application/json' })

export const votesOf = (url: string, raters: Raters) =>
  ratingsOf(url, raters, ({ caller, mediaId, isHot }) => ({
    path: '/api/votes',
    headers: headersOf(caller),
    body: JSON.stringify({ userId: caller.id, mediaId, isHot }),
  }))

export const bareVotesOf = (url: string, raters: Raters) =>
  ratingsOf(url, raters, ({ caller: { id, sessionHash }, mediaId, isHot }) => ({
    path: `/vote?session=${sessionHash}&user=${id}&item=${mediaId}&hot=${isHot}`,
  }))

export const viewsOf = (url: string, raters: Raters) =>
  ratingsOf(url, raters, ({ caller, mediaId }) => ({
    path: `/api/media/${mediaId}/view`,
    headers: headersOf(caller),
    body: JSON.stringify({ userId: caller.id }),
  }))

export const bareViewsOf = (url: string, raters: Raters) =>
  ratingsOf(url, raters, ({ caller: { id, sessionHash }, mediaId }) => ({
    path: `/view?session=${sessionHash}&user=${id}&item=${mediaId}`,
  }))
