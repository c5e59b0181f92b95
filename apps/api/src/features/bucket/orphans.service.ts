import { BUCKET_REPORT, type OrphanReport } from '@hotvote/shared/bucket'
import { counted } from '@hotvote/shared/counted'
import { recordOperator } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import { VARIANTS, type Variant } from '../../domain/media-keys.ts'
import type { OperatorWithPreference } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import { inBatches } from './batches.ts'
import { expectedFiles } from './bucket.queries.ts'
import { addTo, emptyTotals, GRACE_PERIOD, type ScannedFile, scanBucket, toBucketFile } from './bucket-scan.ts'
import { type ItemFiles, itemsAfter } from './orphans.queries.ts'
import { createSeenFiles, type SeenFiles } from './seen-files.ts'

type OrphanDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage'>

/** Items that are looked up at once. */
const BATCH = 5000

/** Starts the two-way report: files without items, items without files. */
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

/** Scans every file of the bucket, and marks the files of items as seen. */
const scanFiles = async (deps: OrphanDeps, work: Work, { report, seen }: { report: OrphanReport; seen: SeenFiles }) => {
  const expected = await expectedFiles(deps.db)
  const before = Date.now() - GRACE_PERIOD
  const { orphans, totals } = report
  const note = ({ file, use }: ScannedFile) => {
    if (use) return seen.add(use.mediaId, use.variant)
    if (file.lastModified.getTime() > before) return
    orphans.count++
    orphans.bytes += file.size
    if (orphans.files.length < BUCKET_REPORT.orphans) orphans.files.push(toBucketFile(deps.config, { file, use }))
  }
  for await (const found of scanBucket(deps, work.signal)) {
    for (const one of found) note(one)
    addTo(totals, found)
    work.report({
      done: totals.totalFiles,
      total: Math.max(expected, totals.totalFiles),
      counts: { orphans: orphans.count },
    })
  }
}

type Suspect = { item: ItemFiles; unseen: Variant[] }

/** The scan may have passed the place of a file before it was stored: so each that it did not see is looked up by itself. */
const missingOf = async ({ storage }: OrphanDeps, { item, unseen }: Suspect) => {
  const missing: Variant[] = []
  for (const variant of unseen) {
    const key = item[variant]
    if (key && !(await storage.head(key))) missing.push(variant)
  }
  return missing
}

const suspectsIn = (items: ItemFiles[], seen: SeenFiles): Suspect[] =>
  items
    .map((item) => ({ item, unseen: VARIANTS.filter((variant) => item[variant] && !seen.has(item.id, variant)) }))
    .filter(({ unseen }) => unseen.length > 0)

const scanItems = async (
  deps: OrphanDeps,
  work: Work,
  { report, seen, before }: { report: OrphanReport; seen: SeenFiles; before: Date },
) => {
  const { brokenItems } = report
  for (let after = 0; !work.signal.aborted; ) {
    const items = await itemsAfter(deps.db, after, { before, count: BATCH })
    const suspects = suspectsIn(items, seen)
    const left = BUCKET_REPORT.brokenItems - brokenItems.items.length
    await inBatches(suspects.slice(0, left), async (suspect) => {
      const missing = await missingOf(deps, suspect)
      if (missing.length === 0) return
      const { id: mediaId, original: key, name: mediaName, votes } = suspect.item
      brokenItems.count++
      brokenItems.items.push({ mediaId, key, mediaName, votes, missing })
    })
    brokenItems.count += Math.max(0, suspects.length - left)
    after = items.at(-1)?.id ?? after
    if (items.length < BATCH) break
  }
  brokenItems.items.sort((a, b) => a.mediaId - b.mediaId)
}

/** Compares all files with all items. Changes nothing, so after a crash it starts from the beginning. */
export const orphanRunner =
  (deps: OrphanDeps): Runner =>
  async (work) => {
    const report = emptyReport()
    const seen = createSeenFiles()
    const before = new Date()
    await scanFiles(deps, work, { report, seen })
    if (!work.signal.aborted) await scanItems(deps, work, { report, seen, before })
    const { orphans, brokenItems, totals } = report
    const found = `${counted(orphans.count, 'file')} without an item, ${counted(brokenItems.count, 'item')} without all files`
    report.message = work.signal.aborted ? `Stopped after ${counted(totals.totalFiles, 'file')}: ${found}` : found
    const context = { files: totals.totalFiles, orphans: orphans.count, brokenItems: brokenItems.count }
    return { result: report, audit: { event: 'ORPHAN_SEARCH_COMPLETED', context } }
  }
