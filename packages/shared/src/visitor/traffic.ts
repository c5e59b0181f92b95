import { z } from 'zod'
import { contract } from '../contract.ts'
import { defineSetting, settingHistory } from '../operator/settings.ts'
import { webUrlOrNothing } from '../web-url.ts'

/** Redirect settings for visitors. An empty URL disables the redirect (`visitor.md §3`). */
export const idleRedirectConfig = contract({
  method: 'GET',
  path: '/api/idle-redirect-config',
  response: z.object({
    /** Applies to the idle redirect only. */
    enabled: z.boolean(),
    /** Seconds. */
    idleRedirectTime: z.number(),
    idleRedirectUrl: z.string(),
    backButtonUrl: z.string(),
  }),
  revalidate: true,
})

/** Records a redirect. Browsers send this immediately before redirecting (`visitor.md §4`). */
export const recordEvent = contract({
  method: 'POST',
  path: '/api/events',
  body: z.object({ kind: z.enum(['idle', 'back', 'swipe']) }),
  status: 204,
})

/** Seconds (`admin.md §9`). */
export const IDLE_TIME = { default: 300, min: 30, max: 3600 }

const idleRedirectValues = z.object({
  idleRedirectTime: z.number().default(IDLE_TIME.default),
  idleRedirectUrl: z.string().default(''),
})
const backButtonValues = z.object({ backButtonUrl: z.string().default('') })

/** `id` is the same as the version, but null before the first save (`admin.md §3`). */
const redirectVersion = {
  version: z.number(),
  id: z.number().nullable(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime().nullable(),
}
const idleRedirect = idleRedirectValues.extend(redirectVersion).meta({ id: 'IdleRedirectSetting' })
const backButton = backButtonValues.extend(redirectVersion).meta({ id: 'BackButtonSetting' })
export type IdleRedirect = z.infer<typeof idleRedirect>
export type BackButton = z.infer<typeof backButton>

const INVALID_URL = 'Please enter a valid URL including http:// or https://'

/** See `admin.md §5`. */
export const idleRedirectForm = z.object({
  idleRedirectTime: z
    .number('Idle redirect time must be a number')
    .int('Idle redirect time must be whole seconds')
    .min(IDLE_TIME.min, 'Idle redirect time must be at least 30 seconds')
    .max(IDLE_TIME.max, 'Idle redirect time must be at most 3600 seconds'),
  idleRedirectUrl: webUrlOrNothing(INVALID_URL),
})
export const backButtonForm = z.object({ backButtonUrl: webUrlOrNothing(INVALID_URL) })

export const idleRedirectSetting = defineSetting({
  name: 'idle-redirect',
  path: '/api/admin/idle-redirect-config',
  form: idleRedirectForm,
  values: idleRedirectValues,
  setting: idleRedirect,
})
export const idleRedirectHistory = settingHistory('/api/admin/idle-redirect-history', idleRedirect)

export const backButtonSetting = defineSetting({
  name: 'back-button',
  path: '/api/admin/back-button-config',
  form: backButtonForm,
  values: backButtonValues,
  setting: backButton,
})
export const backButtonHistory = settingHistory('/api/admin/back-button-history', backButton)

/** Redirects in each of the last 30 UTC days, oldest first. */
export const redirectsPerDay = contract({
  method: 'GET',
  path: '/api/admin/redirects-per-day',
  response: z.array(z.object({ day: z.iso.date(), idle: z.number(), back: z.number(), swipe: z.number() })),
})
