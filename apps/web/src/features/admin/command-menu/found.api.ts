import { counted } from '@hotvote/shared/counted'
import type { listMedia } from '@hotvote/shared/media-library'
import type { listUsers } from '@hotvote/shared/users'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { mediaPath, userPath } from '../../../lib/operator/admin-paths.ts'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import type { Place } from './places.ts'

/** How many users, and how many items, are found. */
const LIMIT = 5
/** Characters from which on users and items are looked for; a number may be shorter. */
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

const findItems = async (search: string): Promise<Place[]> => {
  // A number that no id can be is looked for in names alone.
  const id = /^#?([1-9]\d{0,14})$/.exec(search)?.[1]
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

/** Users and items with this text in their names, and the item with this number. */
export const foundQuery = (text: string) => {
  const search = text.trim()
  return queryOptions({
    queryKey: ['admin', 'found', search],
    queryFn: async () => {
      const [users, items] = await Promise.all([findUsers(search), findItems(search)])
      return { users, items }
    },
    enabled: search.length >= MIN_LENGTH || /^\d$/.test(search),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
