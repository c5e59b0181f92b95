import { z } from 'zod'

const webUrl = z.url({ protocol: /^https?$/, hostname: /./ })

/** An empty text disables the feature. */
export const webUrlOrNothing = (message: string) =>
  z
    .string(message)
    .trim()
    .max(2000, message)
    .refine((text) => text === '' || webUrl.safeParse(text).success, message)
