import { counted } from '@hotvote/shared/counted'
import { BUCKET_REPORT, type OrphanReport } from '@hotvote/shared/operator/bucket'
import type { Deps } from '../../deps.ts'
import { VARIANTS } from '../../domain/media-keys.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import type { OperatorWithPreference } from '../../platform/http/guards.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'
import { headAll } from '../../platform/storage/storage.ts'
import { expectedFiles, itemsAfter } from './bucket.queries.ts'
import {
  addTo,
  countSeen,
  emptyTotals,
  GRACE_PERIOD,
  type ScannedFile,
  type SeenFiles,
  scanBucket,
  toBucketFile,
} from './bucket-list.service.ts'

type OrphanDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage'>

const BATCH = 5000

export const reportOrphans = (deps: OrphanDeps, operator: OperatorWithPreference) =>
  answerWith<OrphanReport>(deps, {
    kind: 'find-orphans',
    operator,
    before: (tx) => recordOperator(tx, operator, { event: 'ORPHAN_SEARCH_REQUEST', context: {} }),
  })

const emptyReport = (): OrphanReport => ({
  message: '',
  totals: emptyTotals(),
  orphans: { count: 0, bytes: 0, files: [] },
  brokenItems: { count: 0, items: [] },
})

const getVariant = (key: string) => VARIANTS.find((variant) => key.includes(`-${variant}.`)) ?? 'original'

type Scan = { report: OrphanReport; seen: SeenFiles }

const scanFiles = async (deps: OrphanDeps, work: Work, { report, seen }: Scan) => {
  const expected = await expectedFiles(deps.db)
  const before = Date.now() - GRACE_PERIOD
  const { orphans, totals } = report
  const note = ({ file, use }: ScannedFile) => {
    if (file.lastModified.getTime() > before) return
    orphans.count++
    orphans.bytes += file.size
    if (orphans.files.length < BUCKET_REPORT.orphans) orphans.files.push(toBucketFile(deps.config, { file, use }))
  }
  for await (const found of scanBucket(deps, work.signal)) {
    countSeen(seen, found)
    for (const one of found) if (!one.use) note(one)
    addTo(totals, found)
    work.report({
      done: totals.totalFiles,
      total: Math.max(expected, totals.totalFiles),
      counts: { orphans: orphans.count },
    })
  }
}

/** Rechecks items that seem to lack files, because the files may have been stored after the scan passed. */
const scanItems = async (deps: OrphanDeps, work: Work, { report, seen, before }: Scan & { before: Date }) => {
  const { brokenItems } = report
  for (let after = 0; !work.signal.aborted; ) {
    const items = await itemsAfter(deps.db, after, { before, count: BATCH })
    const suspects = items.filter(({ id, keys }) => seen.get(id) !== keys.length)
    const left = BUCKET_REPORT.brokenItems - brokenItems.items.length
    const looked = suspects.slice(0, left)
    const stored = await headAll(
      deps.storage,
      looked.flatMap(({ keys }) => keys),
      work.signal,
    )
    if (work.signal.aborted) break
    for (const { id: mediaId, name: mediaName, votes, keys } of looked) {
      const missing = keys.filter((key) => !stored.has(key)).map(getVariant)
      if (missing.length === 0) continue
      brokenItems.count++
      brokenItems.items.push({ mediaId, key: keys[0] ?? '', mediaName, votes, missing })
    }
    brokenItems.count += suspects.length - looked.length
    after = items.at(-1)?.id ?? after
    if (items.length < BATCH) break
  }
}

/** Compares files with items without changing anything. Starts over after a crash. */
export const orphanRunner =
  (deps: OrphanDeps): Runner =>
  async (work) => {
    const report = emptyReport()
    const seen: SeenFiles = new Map()
    const before = new Date()
    await scanFiles(deps, work, { report, seen })
    if (!work.signal.aborted) await scanItems(deps, work, { report, seen, before })
    const { orphans, brokenItems, totals } = report
    const found = `${counted(orphans.count, 'file')} without an item, ${counted(brokenItems.count, 'item')} with missing files`
    report.message = work.signal.aborted ? `Stopped after ${counted(totals.totalFiles, 'file')}: ${found}` : found
    const context = { files: totals.totalFiles, orphans: orphans.count, brokenItems: brokenItems.count }
    return { result: report, audit: { event: 'ORPHAN_SEARCH_COMPLETED', context } }
  }
