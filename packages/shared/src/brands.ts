import { z } from 'zod'

/** Name and logo of the site for a host (`visitor.md §1`, `§3`). */
export const brand = z.object({
  siteName: z.string().trim().min(1).max(60),
  domain: z.string().trim().min(1).max(253),
  useLogo: z.boolean(),
  logoType: z.enum(['hotvote', 'custom']),
  /** Path or http(s) URL of the logo if `logoType` is `custom`. */
  logoUrl: z.string().max(2000).optional(),
})
export type Brand = z.infer<typeof brand>
