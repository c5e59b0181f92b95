import { counted } from '@hotvote/shared/counted'
import { itemIdIn } from '@hotvote/shared/item-address'
import type { listMedia } from '@hotvote/shared/operator/media-library'
import type { listTakedowns } from '@hotvote/shared/operator/takedown-review'
import type { listUsers } from '@hotvote/shared/operator/users'
import { queryOptions } from '@tanstack/react-query'
import { mediaPath, requestPath, userPath } from '../../../lib/operator/admin-paths.ts'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import type { Place } from './places.ts'

/** Results per kind. */
const LIMIT = 5
/** Characters; item numbers may be shorter. */
const MIN_LENGTH = 2

const findUsers = async (search: string): Promise<Place[]> => {
  const query = { search, limit: LIMIT, sort: 'username', order: 'asc' } as const
  const users = await callAsOperator<typeof listUsers>('GET /api/admin/users', { query })
  return users.map(({ id, username, email }) => ({
    path: userPath(id),
    label: username,
    note: email ?? '',
    kind: 'user',
  }))
}

const pathIn = (text: string) => (URL.canParse(text) ? new URL(text).pathname : text)

const findTakedowns = async (search: string): Promise<Place[]> => {
  const id = /^(?:takedown|dmca)\s+#?([1-9]\d{0,14})$/i.exec(search)?.[1]
  const query = { search: id ? `#${id}` : search, limit: LIMIT } as const
  const requests = await callAsOperator<typeof listTakedowns>('GET /api/admin/dmca-takedowns', { query })
  return requests
    .filter((request) => id === undefined || request.id === Number(id))
    .map(({ id: requestId, complainantName, complainantEmail, status }) => ({
      path: requestPath(requestId),
      label: complainantName,
      note: `Takedown #${requestId} (${status}), ${complainantEmail}`,
      kind: 'takedown',
    }))
}

const findItems = async (search: string): Promise<Place[]> => {
  // Numbers too large for an id are searched only in names.
  const id = /^#?([1-9]\d{0,14})$/.exec(search)?.[1] ?? itemIdIn(pathIn(search))
  const find = (query: { search: string } | { id: number }) =>
    callAsOperator<typeof listMedia>('GET /api/admin/media', { query: { ...query, limit: LIMIT } })
  const answers = await Promise.all([...(id ? [find({ id: Number(id) })] : []), find({ search })])
  const items = new Map(answers.flat().map((item) => [item.id, item]))
  return [...items.values()].slice(0, LIMIT).map(({ id: mediaId, originalName, username, totalVotes }) => ({
    path: mediaPath(mediaId),
    label: originalName,
    note: `#${mediaId} by ${username}, ${counted(totalVotes, 'vote')}`,
    kind: 'item',
  }))
}

export const foundQuery = (text: string) => {
  const search = text.trim()
  return queryOptions({
    queryKey: ['admin', 'found', search],
    queryFn: async () => {
      const [users, items, takedowns] = await Promise.all([findUsers(search), findItems(search), findTakedowns(search)])
      return { users, items, takedowns }
    },
    enabled: search.length >= MIN_LENGTH || /^\d$/.test(search),
    staleTime: 0,
  })
}
