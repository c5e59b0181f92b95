import { count, counted } from '@hotvote/shared/counted'
import {
  BUCKET_REPORT,
  type DuplicateFile,
  type DuplicateGroup,
  type DuplicateResult,
  type DuplicateType,
  duplicateTypes,
  spareCopies,
} from '@hotvote/shared/operator/bucket'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { getFileName, parseKey } from '../../domain/media-keys.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { allowLongStatements, type Db, withTx } from '../../platform/db/client.ts'
import { type RowOf, statement } from '../../platform/db/statement.ts'
import type { OperatorWithPreference } from '../../platform/http/guards.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'
import { headAll, type ListedObject } from '../../platform/storage/storage.ts'
import { expectedFiles } from './bucket.queries.ts'
import { getProvider, scanBucket, toBucketFile } from './bucket-list.service.ts'

/** Milliseconds for a query on all items. */
const TIMEOUT = 120_000

/** A stored file without an item. Duplicates share the same `value`. */
type Orphan = { key: string; value: string; lastModified: Date }

const membersWith = (type: DuplicateType, common: string) =>
  statement({
    name: `duplicates_by_${type}`,
    row: {
      value: z.string(),
      groups: z.number(),
      key: z.string(),
      mediaId: z.number().nullable(),
      name: z.string().nullable(),
      votes: z.number(),
      thumbKey: z.string().nullable(),
      createdAt: z.date(),
    },
    timeout: TIMEOUT,
    text: `
WITH files AS (
  SELECT id, original_key AS key, ${common} AS value, created_at, hot_votes + not_votes AS votes
  FROM media WHERE status = 'ready'
  UNION ALL SELECT NULL, *, 0 FROM unnest($1::text[], $2::text[], $3::timestamptz[])),
top AS (
  SELECT value, count(*) AS files, count(*) OVER () AS groups FROM files
  WHERE value IS NOT NULL GROUP BY value HAVING count(*) > 1 ORDER BY 2 DESC, 1 LIMIT $4),
members AS (
  SELECT files.*, top.files, groups,
    row_number() OVER (PARTITION BY value ORDER BY votes DESC, created_at DESC, id DESC NULLS LAST) AS place
  FROM top JOIN files USING (value))
SELECT value, groups, key, members.id AS media_id, original_name AS name, votes, thumb_key, members.created_at
FROM members LEFT JOIN media ON media.id = members.id WHERE place <= $5 ORDER BY files DESC, value, place`,
  })

const MEMBERS = {
  content: membersWith('content', `encode(sha256, 'hex')`),
  visual: membersWith('visual', 'perceptual_hash::text'),
  name: membersWith('name', 'original_name'),
  size: membersWith('size', 'size_bytes::text'),
}

/** A duplicate: an item's original, or a file without an item. `groups` is the total number of groups. */
type Member = RowOf<typeof MEMBERS.content>

const listDuplicates = async (tx: Db, type: DuplicateType, orphans: Orphan[]): Promise<Member[]> => {
  await allowLongStatements(tx, TIMEOUT)
  return tx.query(MEMBERS[type], [
    orphans.map(({ key }) => key),
    orphans.map(({ value }) => value),
    orphans.map(({ lastModified }) => lastModified),
    BUCKET_REPORT.groupsOfType,
    BUCKET_REPORT.filesOfGroup,
  ])
}

type DuplicateDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage'>

const MAX_ORPHANS = 20_000

/** See `admin.md §2`. */
export const searchDuplicates = (deps: DuplicateDeps, operator: OperatorWithPreference) =>
  answerWith<DuplicateResult>(deps, {
    kind: 'find-duplicates',
    operator,
    before: (tx) => recordOperator(tx, operator, { event: 'DUPLICATE_SEARCH_REQUEST', context: {} }),
  })

const scanFiles = async (deps: DuplicateDeps, work: Work) => {
  const expected = await expectedFiles(deps.db)
  const orphans: ListedObject[] = []
  let files = 0
  for await (const found of scanBucket(deps, work.signal)) {
    files += found.length
    for (const { file, use } of found) if (!use && orphans.length < MAX_ORPHANS) orphans.push(file)
    work.report({ done: files, total: Math.max(expected, files) })
  }
  return { files, orphans }
}

const CRITERIA: Record<DuplicateType, (value: string) => string> = {
  content: (value) => `Same content (SHA-256 ${value.slice(0, 12)}…)`,
  visual: () => 'Looks the same or nearly so',
  name: (value) => `Same name: ${value}`,
  size: (value) => `Same size: ${count(Number(value))} bytes`,
}

/** Picks the files without an item to compare: by size, or by name unless this site generated the name. */
const orphansFor = (type: DuplicateType, orphans: ListedObject[]) =>
  orphans.flatMap(({ key, size, lastModified }) => {
    const { variant = 'foreign' } = parseKey(key)
    if (type === 'size' && ['foreign', 'original'].includes(variant)) return { key, lastModified, value: String(size) }
    return type === 'name' && variant === 'foreign' ? { key, lastModified, value: getFileName(key) } : []
  })

type Candidate = { type: DuplicateType; value: string; members: Member[] }

const findGroups = async (deps: DuplicateDeps, work: Work, orphans: ListedObject[]) => {
  const candidates: Candidate[] = []
  let allGroups = 0
  for (const type of duplicateTypes) {
    if (work.signal.aborted) break
    const found = await withTx(deps, (tx) => listDuplicates(tx, type, orphansFor(type, orphans)))
    for (const [value, members] of Map.groupBy(found, (member) => member.value))
      candidates.push({ type, value, members })
    allGroups += found[0]?.groups ?? 0
    work.report({ counts: { groups: allGroups } })
  }
  return { candidates, allGroups }
}

const limitGroups = (candidates: Candidate[]) => {
  let left = BUCKET_REPORT.files
  return candidates.filter(({ members }) => {
    if (members.length > left) return false
    left -= members.length
    return true
  })
}

const toDuplicate = (config: Deps['config'], file: ListedObject, member: Member): DuplicateFile => {
  const { mediaId, name, createdAt } = member
  const use = mediaId === null || name === null ? undefined : { ...member, mediaId, name }
  return {
    ...toBucketFile(config, { file, use: use && { ...use, variant: 'original', status: 'ready' } }),
    mediaId,
    originalName: name ?? getFileName(file.key),
    uploadedAt: mediaId === null ? null : createdAt.toISOString(),
  }
}

const bestFirst = (a: DuplicateFile, b: DuplicateFile) =>
  (b.usedBy?.votes ?? 0) - (a.usedBy?.votes ?? 0) ||
  b.lastModified.localeCompare(a.lastModified) ||
  (b.mediaId ?? 0) - (a.mediaId ?? 0)

const lookUpFiles = async (
  deps: DuplicateDeps,
  candidates: Candidate[],
  signal: AbortSignal,
): Promise<DuplicateGroup[]> => {
  const listed = limitGroups(candidates)
  const keys = new Set(listed.flatMap(({ members }) => members.map(({ key }) => key)))
  const stored = await headAll(deps.storage, [...keys], signal)
  const groups = listed.map(({ type, value, members }) => ({
    type,
    criteria: CRITERIA[type](value),
    files: members
      .flatMap((member) => {
        const file = stored.get(member.key)
        return file ? toDuplicate(deps.config, file, member) : []
      })
      .sort(bestFirst),
  }))
  return groups.filter((group) => group.files.length > 1)
}

type Search = { totalFiles: number; groups: DuplicateGroup[]; allGroups: number; isStopped: boolean }

const describeResult = ({ groups, allGroups, isStopped }: Search, duplicates: number) => {
  if (isStopped) return 'Search stopped early'
  if (groups.length === 0) return 'No duplicates found'
  return allGroups > groups.length
    ? `Found ${counted(allGroups, 'group')}; ${counted(duplicates, 'file')} in ${count(groups.length)} of them are listed. Search again when these are gone.`
    : `Found ${counted(duplicates, 'file')} in ${counted(groups.length, 'group')}`
}

const toResult = (deps: DuplicateDeps, search: Search): DuplicateResult => {
  const { groups, isStopped, totalFiles } = search
  const totalDuplicateFiles = new Set(groups.flatMap(({ files }) => files.map(({ key }) => key))).size
  const message = describeResult(search, totalDuplicateFiles)
  return {
    success: !isStopped,
    provider: getProvider(deps),
    totalFiles,
    duplicateGroups: groups,
    totalDuplicateFiles,
    potentialDeletions: spareCopies(groups).length,
    message,
    ...(isStopped && { error: message }),
  }
}

/** Finds originals with the same content, appearance, name or size. Starts over after a crash. */
export const duplicateRunner =
  (deps: DuplicateDeps): Runner =>
  async (work) => {
    const { files, orphans } = await scanFiles(deps, work)
    const { candidates, allGroups } = await findGroups(deps, work, orphans)
    const groups = await lookUpFiles(deps, candidates, work.signal)
    const result = toResult(deps, { totalFiles: files, groups, allGroups, isStopped: work.signal.aborted })
    const { totalFiles, totalDuplicateFiles, potentialDeletions } = result
    const context = { totalFiles, groups: groups.length, totalDuplicateFiles, potentialDeletions }
    return { result, audit: { event: 'DUPLICATE_SEARCH_COMPLETED', context } }
  }
