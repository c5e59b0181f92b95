import { z } from 'zod'
import { contract } from './contract.ts'

/** The places of the page that can carry advertisements: one, below the skip button (`visitor.md §2`). */
export const zoneIds = ['zone1'] as const
export type ZoneId = (typeof zoneIds)[number]

/** Where the skip button leads and what it says (`visitor.md §7`). An empty address means the default skip. */
export const skipButtonConfig = contract({
  method: 'GET',
  path: '/api/ad-config/skip-button',
  response: z.object({ buttonUrl: z.string(), buttonText: z.string() }),
  revalidate: true,
})

/** The HTML of a zone, scripts and all (`visitor.md §7`); empty when there is none. 404 for an unknown zone. */
export const adConfig = contract({
  method: 'GET',
  path: '/api/ad-config/:zoneId',
  params: z.object({ zoneId: z.string() }),
  response: z.object({
    adCode: z.string(),
    /** Belongs into a frame of its own, `/ad-frame/<zone>`, instead of the page. */
    isSandboxed: z.boolean(),
  }),
  revalidate: true,
})
