import { z } from 'zod'

/** Raise this number when older versions cannot read the format, described in `docs/backup-and-restore.md`. */
export const FORMAT = 1

/** Where the entries of an archive lie. */
export const FOLDERS = { secrets: 'secrets/', database: 'database/', media: 'media/' } as const
/** Files of the data folder that belong to the site: what signs cookies, the operator's password, that the demo was added. */
export const SECRETS = ['secret', 'admin-password', 'demo.json']
export const MANIFEST = 'manifest.json'

const count = z.int().min(0)

/** The last entry: what the others are. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Of HotVote. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Those that the database had had. */
  migrations: z.array(z.object({ name: z.string(), when: z.number() })),
  /** Bytes that it took on the disk. */
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
  /** Jobs of the queue. */
  jobs: count,
  /** Where the files of media were: those of a bucket are not in the archive. */
  store: z.enum(['disk', 'bucket']),
  /** Files of media in the archive. */
  media: z.object({ files: count, bytes: count }),
})
export type Manifest = z.infer<typeof manifestSchema>
