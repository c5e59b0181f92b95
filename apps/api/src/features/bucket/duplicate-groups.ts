import {
  BUCKET_REPORT,
  type DuplicateFile,
  type DuplicateGroup,
  type DuplicateType,
  duplicateTypes,
} from '@hotvote/shared/bucket'
import { count } from '@hotvote/shared/counted'
import { withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { fileNameOf, VARIANTS } from '../../domain/media-keys.ts'
import type { ListedObject } from '../../storage/storage.ts'
import { inBatches } from './batches.ts'
import { toBucketFile } from './bucket-scan.ts'
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

/** Members of one group, before their files were looked up in the store. */
type Candidate = { type: DuplicateType; criteria: string; members: Member[] }
/** How many groups there are of a kind, and those that the report lists. */
type Kind = { groups: number; candidates: Candidate[] }

/** A smaller version of an item that is gone is nobody's duplicate. */
const IS_SMALLER = new RegExp(`-(${VARIANTS.filter((variant) => variant !== 'original').join('|')})\\.\\w+$`)
const IS_OURS = /-original\.\w+$/

const CRITERIA: Record<DuplicateType, (value: string) => string> = {
  content: (value) => `Same content (SHA-256 ${value.slice(0, 12)}…)`,
  visual: () => 'Looks the same or nearly so',
  name: (value) => `Same name: ${value}`,
  size: (value) => `Same size: ${count(Number(value))} bytes`,
}

const grouped = (type: DuplicateType, members: Member[]): Candidate[] => {
  const groups = new Map<string, Member[]>()
  for (const member of members) {
    const group = groups.get(member.value)
    if (group) group.push(member)
    else groups.set(member.value, [member])
  }
  return [...groups].map(([value, files]) => ({ type, criteria: CRITERIA[type](value), members: files }))
}

const orphansFor = (type: DuplicateType, orphans: ListedObject[]) => {
  if (type !== 'name' && type !== 'size') return []
  return orphans
    .filter(({ key }) => !IS_SMALLER.test(key) && (type === 'size' || !IS_OURS.test(key)))
    .map(({ key, size, lastModified }) => ({
      key,
      lastModified,
      value: type === 'size' ? String(size) : fileNameOf(key),
    }))
}

const similar = async (deps: DuplicateDeps, signal: AbortSignal): Promise<Kind> => {
  const hashes: bigint[] = []
  for await (const rows of allHashes(deps.db)) {
    if (signal.aborted) break
    for (const { hash } of rows) hashes.push(BigInt(hash))
  }
  const groups = await similarGroups(BigInt64Array.from(hashes), signal)
  const listed = groups.slice(0, BUCKET_REPORT.groupsOfType)
  const places = listed.flatMap((group, place) => group.map(() => place))
  const members = await withTx(deps, (tx) => membersWithHashes(tx, listed.flat(), places))
  return { groups: groups.length, candidates: grouped('visual', members) }
}

/** Groups of one kind out of all items and the orphans. */
export const candidateGroups = async (
  deps: DuplicateDeps,
  type: DuplicateType,
  { orphans, signal }: { orphans: ListedObject[]; signal: AbortSignal },
): Promise<Kind> => {
  if (type === 'visual') return similar(deps, signal)
  const members = await withTx(deps, (tx) => membersOf(tx, type, orphansFor(type, orphans)))
  return { groups: members[0]?.groups ?? 0, candidates: grouped(type, members) }
}

const fileOf = (config: Deps['config'], file: ListedObject, original: Original | undefined): DuplicateFile => ({
  ...toBucketFile(config, {
    file,
    use: original && { ...original, variant: 'original', status: 'ready' },
  }),
  mediaId: original?.mediaId ?? null,
  originalName: original?.name ?? fileNameOf(file.key),
  uploadedAt: original?.createdAt.toISOString() ?? null,
})

/** As many groups as a report may hold, the best evidence first. */
const withinLimit = (candidates: Candidate[]): Candidate[] => {
  let left = BUCKET_REPORT.files
  return duplicateTypes.flatMap((type) =>
    candidates.filter((group) => {
      if (group.type !== type || group.members.length > left) return false
      left -= group.members.length
      return true
    }),
  )
}

/** The files behind the groups, as the store knows them; what is gone meanwhile is left out. */
export const groupsWithFiles = async (
  deps: DuplicateDeps,
  candidates: Candidate[],
  { orphans, signal }: { orphans: ListedObject[]; signal: AbortSignal },
): Promise<DuplicateGroup[]> => {
  const listed = withinLimit(candidates)
  const members = listed.flatMap((group) => group.members)
  const ids = [...new Set(members.flatMap(({ mediaId }) => (mediaId === null ? [] : [mediaId])))]
  const originals = await originalsOf(deps.db, ids)
  const files = new Map<string | number, DuplicateFile>()
  await inBatches(
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
  return listed
    .map(({ type, criteria, members: group }) => ({
      type,
      criteria,
      files: group.flatMap(({ mediaId, key }) => files.get(mediaId ?? key ?? '') ?? []).sort(bestFirst),
    }))
    .filter((group) => group.files.length > 1)
}
