import { z } from 'zod'
import { contract } from '../contract.ts'
import { pageQuery } from '../page.ts'
import { operation } from './operations.ts'

/** Maximum number of keys per call, so that even the longest keys fit into `bodyLimit`. */
export const BUCKET_DELETE_MAX = 4000
export const BUCKET_REPORT = { groupsOfType: 250, filesOfGroup: 50, files: 3000, orphans: 1000, brokenItems: 1000 }

const total = z.number()
const provider = z.enum(['local', 's3'])
const variant = z.enum(['original', 'display', 'thumb', 'medium', 'small', 'share'])

export const bucketFile = z
  .object({
    key: z.string(),
    /** Bytes. */
    size: z.number(),
    lastModified: z.iso.datetime(),
    url: z.string(),
    /** Null for videos and for files without an item. */
    thumbnailUrl: z.string().nullable(),
    usedBy: z
      .object({
        mediaId: z.number(),
        variant,
        votes: z.number(),
        isPending: z.boolean(),
        /** True if the item's files are about to move to the trash. */
        isTrashed: z.boolean().default(false),
      })
      .nullable(),
    mediaName: z.string().nullable(),
  })
  .meta({ id: 'BucketFile' })
export type BucketFile = z.infer<typeof bucketFile>

/** Maximum length of a key in bytes, as in S3. */
const STORE_KEY_MAX = 1024

const keyUpTo = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0'), 'Text must not contain NUL characters.')

/** Lists files in pages, sorted by key (`admin.md §7`). Even a short page may be followed by another one. */
export const listBucketFiles = contract({
  method: 'GET',
  path: '/api/admin/list-bucket-files',
  query: pageQuery.extend({
    cursor: keyUpTo(STORE_KEY_MAX).optional(),
    prefix: keyUpTo(200).optional(),
    only: z.enum(['orphans']).optional(),
  }),
  response: z.object({ files: z.array(bucketFile), provider }),
})

/** For a large bucket, `totals` is null until an orphan report has counted its files. */
export const bucketOverview = contract({
  method: 'GET',
  path: '/api/admin/bucket-overview',
  response: z.object({
    provider,
    totals: z
      .object({
        totalFiles: total,
        totalBytes: total,
        itemFiles: total,
        itemBytes: total,
        otherFiles: total,
        otherBytes: total,
        countedAt: z.iso.datetime(),
      })
      .nullable(),
  }),
})
export type BucketTotals = NonNullable<z.infer<typeof bucketOverview.response>['totals']>

/** Deletes files permanently, but if a file belongs to an item, moves the item to the trash instead. */
export const deleteBucketFiles = contract({
  method: 'POST',
  path: '/api/admin/delete-bucket-files',
  bodyLimit: 1_250_000,
  body: z.strictObject({
    filenames: z
      .array(z.string().max(1000))
      .min(1, 'No files are selected')
      .max(BUCKET_DELETE_MAX, `At most ${BUCKET_DELETE_MAX} files at once`),
  }),
  response: z.object({
    message: z.string(),
    /** Number of deleted files, including files queued for deletion. */
    deleted: total,
    items: total,
    votes: total,
    errors: z.array(z.object({ key: z.string(), reason: z.string() })),
  }),
  accepted: operation,
})
export type BucketDeletion = z.infer<typeof deleteBucketFiles.response>

export const duplicateTypes = ['content', 'visual', 'name', 'size'] as const
export type DuplicateType = (typeof duplicateTypes)[number]

const duplicateFile = bucketFile
  .extend({
    mediaId: z.number().nullable(),
    originalName: z.string(),
    /** Null for files without an item. */
    uploadedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DuplicateFile' })
export type DuplicateFile = z.infer<typeof duplicateFile>

const duplicateGroup = z.object({
  type: z.enum(duplicateTypes),
  criteria: z.string(),
  files: z.array(duplicateFile),
})
export type DuplicateGroup = z.infer<typeof duplicateGroup>

/** True if duplicates show the same picture. Files that share only a name or size may differ. */
export const isSamePicture = (type: DuplicateType) => type === 'content' || type === 'visual'

/** Returns the copies to delete from the `wanted` groups. The first file of every group is kept. */
export const spareCopies = (all: DuplicateGroup[], wanted = all): string[] => {
  const retained = new Set(all.filter(({ type }) => isSamePicture(type)).map(({ files }) => files[0]?.key))
  const others = wanted.filter(({ type }) => isSamePicture(type)).flatMap(({ files }) => files.slice(1))
  return [...new Set(others.map(({ key }) => key))].filter((key) => !retained.has(key))
}

export const findDuplicates = contract({
  method: 'GET',
  path: '/api/admin/find-duplicates',
  response: z.object({
    success: z.boolean(),
    provider,
    totalFiles: total,
    duplicateGroups: z.array(duplicateGroup),
    totalDuplicateFiles: total,
    potentialDeletions: total,
    message: z.string(),
    error: z.string().optional(),
  }),
  accepted: operation,
})
export type DuplicateResult = z.infer<typeof findDuplicates.response>

export const findOrphans = contract({
  method: 'GET',
  path: '/api/admin/orphans',
  response: z.object({
    message: z.string(),
    totals: bucketOverview.response.shape.totals.unwrap(),
    /** Files without an item, at most 1,000. Excludes files from the last hour, which may still be uploading. */
    orphans: z.object({ count: total, bytes: total, files: z.array(bucketFile) }),
    brokenItems: z.object({
      count: total,
      items: z.array(
        z.object({
          mediaId: z.number(),
          /** Key of the original file. Deleting this file removes the item. */
          key: z.string(),
          mediaName: z.string(),
          votes: z.number(),
          missing: z.array(variant),
        }),
      ),
    }),
  }),
  accepted: operation,
})
export type OrphanReport = z.infer<typeof findOrphans.response>
export type BrokenItem = OrphanReport['brokenItems']['items'][number]

/** Imports files as items. `imported` counts items; the other numbers count files. */
export const importMedia = contract({
  method: 'POST',
  path: '/api/admin/import-media',
  response: z.object({
    message: z.string(),
    imported: z.number(),
    skipped: z.number(),
    errors: z.array(z.object({ key: z.string(), reason: z.string() })),
    totalFiles: z.number(),
  }),
  accepted: operation,
})
export type ImportResult = z.infer<typeof importMedia.response>
