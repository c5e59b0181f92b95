import { z } from 'zod'

/** Increase this number if older versions can't read the new format (`docs/backup-and-restore.md`). */
export const FORMAT = 1

export const FOLDERS = { secrets: 'secrets/', database: 'database/', media: 'media/' } as const
/** The cookie secret and the operator's password. */
export const SECRETS = ['secret', 'admin-password']
export const MANIFEST = 'manifest.json'

const count = z.int().min(0)

/** The last entry of a backup. It describes all other entries. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), when: z.number() })),
  /** Bytes on disk. */
  databaseSize: count,
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.array(
    z.object({
      name: z.string(),
      lastValue: z
        .int()
        .min(1)
        .max(2 ** 52),
    }),
  ),
  jobs: count,
  /** Files in a bucket are not part of the archive. */
  store: z.enum(['disk', 'bucket']),
  media: z.object({ files: count, bytes: count }),
})
export type Manifest = z.infer<typeof manifestSchema>
