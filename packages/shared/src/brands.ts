import { z } from 'zod'

/** How the site is called where it is reached (`visitor.md §1`, `§3`). */
export const brand = z.object({
  siteName: z.string().trim().min(1).max(60),
  /** Host name, for mails and previews. */
  domain: z.string().trim().min(1).max(253),
  /** Shows a picture in place of the name. */
  useLogo: z.boolean(),
  /** Which picture: HotVote's own, or the one of the brand. */
  logoType: z.enum(['hotvote', 'custom']),
  /** Address of that picture when it is the brand's: http, https or a path of the site. */
  logoUrl: z.string().max(2000).optional(),
})
export type Brand = z.infer<typeof brand>
