import { z } from 'zod'

const webUrl = z.url({ protocol: /^https?$/, hostname: /./ })

/** Accepts a web address, or an empty text that disables the feature. */
export const webUrlOrNothing = (message: string) =>
  z
    .string(message)
    .trim()
    .max(2000, message)
    .refine((text) => text === '' || webUrl.safeParse(text).success, message)
