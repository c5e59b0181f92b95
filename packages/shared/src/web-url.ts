import { z } from 'zod'

const webUrl = z.url({ protocol: /^https?$/, hostname: /./ })

/** Also accepts an empty text, which disables the feature. */
export const webUrlOrNothing = (message: string) =>
  z
    .string(message)
    .trim()
    .max(2000, message)
    .refine((text) => text === '' || webUrl.safeParse(text).success, message)
