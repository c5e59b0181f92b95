import { z } from 'zod'
import { contract } from '../contract.ts'
import { pageQuery } from '../page.ts'
import { operation } from './operations.ts'

/** Keys of one deletion: as many as its body holds when all are as long as a key may be. */
export const BUCKET_DELETE_MAX = 4000
/** How many of each a report lists one by one. */
export const BUCKET_REPORT = { groupsOfType: 250, filesOfGroup: 50, files: 3000, orphans: 1000, brokenItems: 1000 }

const total = z.number()
const provider = z.enum(['local', 's3'])
const variant = z.enum(['original', 'display', 'thumb', 'medium', 'small', 'share'])

/** One file (`admin.md §3`), and the item that it belongs to. */
export const bucketFile = z
  .object({
    key: z.string(),
    /** Bytes. */
    size: z.number(),
    lastModified: z.iso.datetime(),
    url: z.string(),
    /** Of the item; null for a video and for a file without an item. */
    thumbnailUrl: z.string().nullable(),
    usedBy: z
      .object({
        mediaId: z.number(),
        variant,
        votes: z.number(),
        /** An upload that has not ended yet: its files stay. */
        isPending: z.boolean(),
        /** It was deleted, and its files are about to be moved. */
        isTrashed: z.boolean().default(false),
      })
      .nullable(),
    mediaName: z.string().nullable(),
  })
  .meta({ id: 'BucketFile' })
export type BucketFile = z.infer<typeof bucketFile>

/** Bytes that a store lets a key have: as many characters at most. Those of our own files are shorter. */
const STORE_KEY_MAX = 1024

const keyUpTo = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0'), 'Text may not contain the character NUL.')

/** The files by key, in pages (`admin.md §7`). A page may have fewer files than the limit and still name a next one. */
export const listBucketFiles = contract({
  method: 'GET',
  path: '/api/admin/list-bucket-files',
  query: pageQuery.extend({
    cursor: keyUpTo(STORE_KEY_MAX).optional(),
    /** Only keys that begin so. */
    prefix: keyUpTo(200).optional(),
    /** Only files that no item uses. */
    only: z.enum(['orphans']).optional(),
  }),
  response: z.object({ files: z.array(bucketFile), provider }),
})

/** Over the whole bucket; null where nobody has counted yet. A large bucket is counted by the orphan report only. */
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
        /** Without an item, young ones included. */
        otherFiles: total,
        otherBytes: total,
        countedAt: z.iso.datetime(),
      })
      .nullable(),
  }),
})
export type BucketTotals = NonNullable<z.infer<typeof bucketOverview.response>['totals']>

/** Deletes files for ever; one that an item uses takes the whole item with it, into the trash. */
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
    /** Those of the named files that are gone, or will be as soon as the store answers. */
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
    /** Null for a file without an item. */
    uploadedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DuplicateFile' })
export type DuplicateFile = z.infer<typeof duplicateFile>

/** The file with the most votes comes first, of those with as many the newest. */
const duplicateGroup = z.object({
  type: z.enum(duplicateTypes),
  /** What its files have in common, for a person to read. */
  criteria: z.string(),
  files: z.array(duplicateFile),
})
export type DuplicateGroup = z.infer<typeof duplicateGroup>

/** Whether the files of such a group are the same picture: an equal name or size says nothing of what they show. */
export const isSamePicture = (type: DuplicateType) => type === 'content' || type === 'visual'

/** Keys that could go: all but the first of each `wanted` group, unless it leads another of `all` groups. */
export const spareCopies = (all: DuplicateGroup[], wanted = all): string[] => {
  const retained = new Set(all.filter(({ type }) => isSamePicture(type)).map(({ files }) => files[0]?.key))
  const others = wanted.filter(({ type }) => isSamePicture(type)).flatMap(({ files }) => files.slice(1))
  return [...new Set(others.map(({ key }) => key))].filter((key) => !retained.has(key))
}

/** Groups of originals, at most so many; a large collection has more of them once these are gone. */
export const findDuplicates = contract({
  method: 'GET',
  path: '/api/admin/find-duplicates',
  response: z.object({
    success: z.boolean(),
    provider,
    totalFiles: total,
    duplicateGroups: z.array(duplicateGroup),
    /** Files that are in a group. */
    totalDuplicateFiles: total,
    /** Those of them that `spareCopies` names. */
    potentialDeletions: total,
    message: z.string(),
    error: z.string().optional(),
  }),
  accepted: operation,
})
export type DuplicateResult = z.infer<typeof findDuplicates.response>

/** Both ways: files without items, and items without files. */
export const findOrphans = contract({
  method: 'GET',
  path: '/api/admin/orphans',
  response: z.object({
    message: z.string(),
    totals: bucketOverview.response.shape.totals.unwrap(),
    /** Files of the last hour belong to nobody yet, maybe: they are left out. The first thousand are named. */
    orphans: z.object({ count: total, bytes: total, files: z.array(bucketFile) }),
    brokenItems: z.object({
      count: total,
      items: z.array(
        z.object({
          mediaId: z.number(),
          /** Of its original; deleting it removes the item. */
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

/** `imported` counts items, the others files: an item of ours has up to five. */
export const importMedia = contract({
  method: 'POST',
  path: '/api/admin/import-media',
  response: z.object({
    message: z.string(),
    imported: z.number(),
    /** Files that are known already, and those in `errors`. */
    skipped: z.number(),
    /** Why files were refused; the first hundred. */
    errors: z.array(z.object({ key: z.string(), reason: z.string() })),
    totalFiles: z.number(),
  }),
  accepted: operation,
})
export type ImportResult = z.infer<typeof importMedia.response>
