import { type DuplicateGroup, type DuplicateResult, duplicateTypes, spareCopies } from '@hotvote/shared/bucket'
import { count, counted } from '@hotvote/shared/counted'
import { recordOperator } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import type { OperatorWithPreference } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import type { ListedObject } from '../../storage/storage.ts'
import { expectedFiles } from './bucket.queries.ts'
import { providerOf, scanBucket } from './bucket-scan.ts'
import { candidateGroups, groupsWithFiles } from './duplicate-groups.ts'

type DuplicateDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage'>

/** Files without an item that take part. */
const MAX_ORPHANS = 20_000

/** Starts the duplicate search of `admin.md §2`. */
export const searchDuplicates = (deps: DuplicateDeps, operator: OperatorWithPreference) =>
  answerWith<DuplicateResult>(deps, {
    kind: 'find-duplicates',
    operator,
    before: (tx) => recordOperator(tx, operator, { event: 'DUPLICATE_SEARCH_REQUEST', context: {} }),
  })

/** How many files there are, and those that no item knows. */
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

type Search = { totalFiles: number; groups: DuplicateGroup[]; allGroups: number; isStopped: boolean }

const messageOf = ({ groups, allGroups, isStopped }: Search, duplicates: number) => {
  if (isStopped) return 'Stopped before the end of the search'
  if (groups.length === 0) return 'No duplicates found'
  return allGroups > groups.length
    ? `Found ${counted(allGroups, 'group')}; ${count(groups.length)} of them with ${counted(duplicates, 'file')} are listed. Search again when these are gone.`
    : `Found ${counted(groups.length, 'group')} with ${counted(duplicates, 'file')}`
}

const resultOf = (deps: DuplicateDeps, search: Search): DuplicateResult => {
  const { groups, isStopped, totalFiles } = search
  const totalDuplicateFiles = new Set(groups.flatMap(({ files }) => files.map(({ key }) => key))).size
  const message = messageOf(search, totalDuplicateFiles)
  return {
    success: !isStopped,
    provider: providerOf(deps),
    totalFiles,
    duplicateGroups: groups,
    totalDuplicateFiles,
    potentialDeletions: spareCopies(groups).length,
    message,
    ...(isStopped && { error: message }),
  }
}

/**
 * Looks for originals with the same content, look, name or size. Changes nothing, so after a crash it starts from the
 * beginning.
 */
export const duplicateRunner =
  (deps: DuplicateDeps): Runner =>
  async (work) => {
    const { files, orphans } = await scanFiles(deps, work)
    const given = { orphans, signal: work.signal }
    const kinds: Awaited<ReturnType<typeof candidateGroups>>[] = []
    for (const type of duplicateTypes) {
      if (work.signal.aborted) break
      kinds.push(await candidateGroups(deps, type, given))
      work.report({ counts: { groups: kinds.reduce((sum, { groups }) => sum + groups, 0) } })
    }
    const candidates = kinds.flatMap((kind) => kind.candidates)
    const groups = await groupsWithFiles(deps, candidates, given)
    const allGroups = kinds.reduce((sum, kind) => sum + kind.groups, 0)
    const result = resultOf(deps, { totalFiles: files, groups, allGroups, isStopped: work.signal.aborted })
    const { totalFiles, totalDuplicateFiles, potentialDeletions } = result
    const context = { totalFiles, groups: groups.length, totalDuplicateFiles, potentialDeletions }
    return { result, audit: { event: 'DUPLICATE_SEARCH_COMPLETED', context } }
  }
