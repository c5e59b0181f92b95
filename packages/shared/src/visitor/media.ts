import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { ACCEPTED_TYPES } from '../limits.ts'

const FILE_TYPES = Object.keys(ACCEPTED_TYPES)

/** Serves public files only. Paths of private files have a different number of segments. */
export const mediaFile = contract({
  method: 'GET',
  path: '/media/:year/:month/:file',
  params: z.object({ year: z.string(), month: z.string(), file: z.string() }),
  headers: z.object({
    Range: z.string().optional(),
    'If-Range': z.string().optional(),
    'If-None-Match': z.string().optional(),
    'If-Modified-Since': z.string().optional(),
  }),
  answers: {
    200: { about: 'The file.', types: FILE_TYPES },
    206: { about: 'The bytes that were asked for.', types: FILE_TYPES },
    304: { about: 'The file is the one that the caller has.' },
    416: { about: 'The file has no such bytes.' },
  },
  errors: ['not_found'],
})

/** Moves the visitor's own item to the trash (`visitor.md §6`, `§7`). */
export const deleteMedia = contract({
  method: 'DELETE',
  path: '/api/media/:mediaId',
  params: z.object({ mediaId: pathId }),
  query: z.object({ userId: pathId }),
  status: 204,
  errors: ['not_yours', 'not_found'],
})
