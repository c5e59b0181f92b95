import { z } from 'zod'

/** Name and logo by host (`visitor.md §1`, `§3`). */
export const brand = z.object({
  siteName: z.string().trim().min(1).max(60),
  domain: z.string().trim().min(1).max(253),
  useLogo: z.boolean(),
  logoType: z.enum(['hotvote', 'custom']),
  /** Set when `logoType` is `custom`: an http(s) address or a path of the site. */
  logoUrl: z.string().max(2000).optional(),
})
export type Brand = z.infer<typeof brand>
