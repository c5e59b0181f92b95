import {
  BUCKET_REPORT,
  type DuplicateFile,
  type DuplicateGroup,
  type DuplicateType,
  duplicateTypes,
} from '@hotvote/shared/bucket'
import { withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { Listed } from '../../storage/storage.ts'
import { shownFile } from './bucket-scan.ts'
import { inBunches } from './bunches.ts'
import {
  allHashes,
  type Member,
  membersOf,
  membersWithHashes,
  type Original,
  originalsOf,
} from './duplicates.queries.ts'
import { similarGroups } from './similar-pictures.ts'

type DuplicateDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage'>

/** Members of one group, before their files were looked at. */
type Rough = { type: DuplicateType; criteria: string; members: Member[] }
/** All that there are of a kind, and those that are told. */
type Kind = { groups: number; rough: Rough[] }

/** A smaller version of an item that is gone is nobody's duplicate. */
const IS_SMALLER = /-(display|thumb)\.\w+$/
const IS_OURS = /-original\.\w+$/
const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1)

const CRITERIA: Record<DuplicateType, (value: string) => string> = {
  content: (value) => `Same content (SHA-256 ${value.slice(0, 12)}…)`,
  visual: () => 'Looks the same or nearly so',
  name: (value) => `Same name: ${value}`,
  size: (value) => `Same size: ${Number(value).toLocaleString('en-US')} bytes`,
}

const grouped = (type: DuplicateType, members: Member[]): Rough[] => {
  const groups = new Map<string, Member[]>()
  for (const member of members) {
    const group = groups.get(member.value)
    if (group) group.push(member)
    else groups.set(member.value, [member])
  }
  return [...groups].map(([value, files]) => ({ type, criteria: CRITERIA[type](value), members: files }))
}

const lonersFor = (type: DuplicateType, orphans: Listed[]) => {
  if (type !== 'name' && type !== 'size') return []
  return orphans
    .filter(({ key }) => !IS_SMALLER.test(key) && (type === 'size' || !IS_OURS.test(key)))
    .map(({ key, size, lastModified: at }) => ({ key, at, value: type === 'size' ? String(size) : nameOf(key) }))
}

const similar = async (deps: DuplicateDeps, signal: AbortSignal): Promise<Kind> => {
  const hashes: bigint[] = []
  for await (const rows of allHashes(deps.db)) {
    if (signal.aborted) break
    for (const { hash } of rows) hashes.push(BigInt(hash))
  }
  const groups = await similarGroups(BigInt64Array.from(hashes), signal)
  const told = groups.slice(0, BUCKET_REPORT.groupsOfType)
  const places = told.flatMap((group, place) => group.map(() => place))
  const members = await withTx(deps, (tx) => membersWithHashes(tx, told.flat(), places))
  return { groups: groups.length, rough: grouped('visual', members) }
}

/** Groups of one kind out of all items and the files without one. */
export const roughGroups = async (
  deps: DuplicateDeps,
  type: DuplicateType,
  { orphans, signal }: { orphans: Listed[]; signal: AbortSignal },
): Promise<Kind> => {
  if (type === 'visual') return similar(deps, signal)
  const members = await withTx(deps, (tx) => membersOf(tx, type, lonersFor(type, orphans)))
  return { groups: members[0]?.groups ?? 0, rough: grouped(type, members) }
}

const fileOf = (config: Deps['config'], file: Listed, original: Original | undefined): DuplicateFile => ({
  ...shownFile(config, {
    file,
    use: original && { ...original, variant: 'original', isPending: false },
  }),
  mediaId: original?.mediaId ?? null,
  originalName: original?.name ?? nameOf(file.key),
  uploadedAt: original?.createdAt.toISOString() ?? null,
})

/** As many groups as there is room for, the best evidence first. */
const withinRoom = (rough: Rough[]): Rough[] => {
  let room = BUCKET_REPORT.files
  return duplicateTypes.flatMap((type) =>
    rough.filter((group) => {
      if (group.type !== type || group.members.length > room) return false
      room -= group.members.length
      return true
    }),
  )
}

/** The files behind the groups, as the store knows them; what is gone meanwhile is left out. */
export const filledGroups = async (
  deps: DuplicateDeps,
  rough: Rough[],
  { orphans, signal }: { orphans: Listed[]; signal: AbortSignal },
): Promise<DuplicateGroup[]> => {
  const told = withinRoom(rough)
  const members = told.flatMap((group) => group.members)
  const ids = [...new Set(members.flatMap(({ mediaId }) => (mediaId === null ? [] : [mediaId])))]
  const originals = await originalsOf(deps.db, ids)
  const files = new Map<string | number, DuplicateFile>()
  await inBunches(
    originals,
    async (original) => {
      const stored = await deps.storage.head(original.key)
      if (stored) files.set(original.mediaId, fileOf(deps.config, stored, original))
    },
    signal,
  )
  const wanted = new Set(members.map(({ key }) => key))
  for (const orphan of orphans)
    if (wanted.has(orphan.key)) files.set(orphan.key, fileOf(deps.config, orphan, undefined))
  const votesOf = ({ usedBy }: DuplicateFile) => usedBy?.votes ?? 0
  const bestFirst = (a: DuplicateFile, b: DuplicateFile) =>
    votesOf(b) - votesOf(a) || b.lastModified.localeCompare(a.lastModified) || (b.mediaId ?? 0) - (a.mediaId ?? 0)
  return told
    .map(({ type, criteria, members: group }) => ({
      type,
      criteria,
      files: group.flatMap(({ mediaId, key }) => files.get(mediaId ?? key ?? '') ?? []).sort(bestFirst),
    }))
    .filter((group) => group.files.length > 1)
}
