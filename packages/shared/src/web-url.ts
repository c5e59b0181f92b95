import { z } from 'zod'

const webUrl = z.url({ protocol: /^https?$/, hostname: /./ })

/** An address of the web (http, https) as an operator types it, or nothing, which switches off what it is for. */
export const webUrlOrNothing = (message: string) =>
  z
    .string(message)
    .trim()
    .max(2000, message)
    .refine((text) => text === '' || webUrl.safeParse(text).success, message)
