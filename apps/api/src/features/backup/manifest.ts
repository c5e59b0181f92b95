import { z } from 'zod'

/** Of the layout in `docs/operating.md`; a change that older versions cannot read takes the next number. */
export const FORMAT = 1

/** Where the entries of an archive lie. */
export const FOLDERS = { secrets: 'secrets/', database: 'database/', media: 'media/' } as const
/** Files of the data folder that belong to the site: what signs cookies, the operator's password, that the demo was added. */
export const SECRETS = ['secret', 'admin-password', 'demo.json']
export const MANIFEST = 'manifest.json'

const count = z.int().min(0)

/** Entries that belong together, and the SHA-256 of their names, sizes and bytes one after the other. */
const part = z.object({ name: z.string(), entries: count, bytes: count, sha256: z.string() })
export type Part = z.infer<typeof part>

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
  parts: z.array(part),
})
export type Manifest = z.infer<typeof manifestSchema>

type Parts = Pick<Manifest, 'parts'>
const partOf = ({ parts }: Parts, name: string) => parts.find((found) => found.name === name)

export const entriesOf = (manifest: Parts, part: string) => partOf(manifest, part)?.entries ?? 0
export const bytesOf = (manifest: Parts, part: string) => partOf(manifest, part)?.bytes ?? 0
