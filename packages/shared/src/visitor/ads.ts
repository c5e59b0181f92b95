import { z } from 'zod'
import { contract } from '../contract.ts'
import { defineSetting, savedVersion } from '../operator/settings.ts'
import { webUrlOrNothing } from '../web-url.ts'

/** See `visitor.md §2`. */
export const zoneIds = ['zone1'] as const
export type ZoneId = (typeof zoneIds)[number]

/** Settings of the skip button. An empty URL skips to the next item (`visitor.md §7`). */
export const skipButtonConfig = contract({
  method: 'GET',
  path: '/api/ad-config/skip-button',
  response: z.object({ buttonUrl: z.string(), buttonText: z.string() }),
  revalidate: true,
})

/** Ad code of a zone. It may contain scripts (`visitor.md §7`) and is empty if unset. */
export const adConfig = contract({
  method: 'GET',
  path: '/api/ad-config/:zoneId',
  params: z.object({ zoneId: z.string() }),
  response: z.object({
    adCode: z.string(),
    /** True to show the code in an iframe of `/ad-frame/<zone>`. */
    isSandboxed: z.boolean(),
  }),
  revalidate: true,
  errors: ['not_found'],
})

/** Page for the ad's iframe. Returns 404 if there is no ad code. */
export const adFrame = contract({
  method: 'GET',
  path: '/ad-frame/:zoneId',
  params: z.object({ zoneId: z.string() }),
  answers: { 200: { about: 'A page that runs the code of the zone, cut off from the site.', types: ['text/html'] } },
  errors: ['invalid_request', 'not_found'],
})

/** Empty page in which ads are previewed. It has no sensitive data, so it needs no login. */
export const adPreview = contract({
  method: 'GET',
  path: '/adm/ad-preview',
  answers: { 200: { about: 'An empty page that runs the ad code which its opener sends it.', types: ['text/html'] } },
})

export const ZONE_NAME = 'Ad Zone 1'
export const SKIP_NAME = 'Skip Button'
/** See `visitor.md §2`. */
export const SKIP_TEXT = 'Skip this photo'

const zoneName = z
  .string('Zone name cannot be empty')
  .trim()
  .min(1, 'Zone name cannot be empty')
  .max(100, 'A zone name has at most 100 characters')

/** See `admin.md §5`. */
export const adZoneForm = z.object({
  zoneName,
  adCode: z.string('Ad code must be a text').max(50_000, 'Ad code has at most 50,000 characters'),
  isActive: z.boolean('Active must be yes or no'),
  /** Omit this to keep the current value. */
  isSandboxed: z.boolean().optional(),
})
export const skipButtonForm = z.object({
  zoneName,
  buttonText: z
    .string('Button text cannot be empty')
    .trim()
    .min(1, 'Button text cannot be empty')
    .max(60, 'Button text has at most 60 characters'),
  buttonUrl: webUrlOrNothing('Please enter a valid URL (e.g., https://example.com)'),
  isActive: z.boolean('Active must be yes or no'),
})

const adZoneValues = z.object({
  zoneName: z.string().default(ZONE_NAME),
  adCode: z.string().default(''),
  isActive: z.boolean().default(false),
  isSandboxed: z.boolean().default(false),
})
const skipButtonValues = z.object({
  zoneName: z.string().default(SKIP_NAME),
  buttonText: z.string().default(SKIP_TEXT),
  buttonUrl: z.string().default(''),
  isActive: z.boolean().default(false),
})

/** Returns whether ads may run in the page, which requires a separate host for the operator (docs/decisions/008). */
export const adPlacement = contract({
  method: 'GET',
  path: '/api/admin/ad-placement',
  response: z.object({ mayRunInPage: z.boolean() }),
})

/** Ad zone setting. Reading it returns 404 until the first save (`admin.md §7`). */
export const adZoneSetting = defineSetting({
  name: 'ad-zone',
  path: '/api/admin/ad-config/zone1',
  form: adZoneForm,
  values: adZoneValues,
  setting: adZoneValues.extend(savedVersion).meta({ id: 'AdZoneSetting' }),
  hasNoDefaults: true,
  // Bytes. JSON may escape every character.
  bodyLimit: 320_000,
})
export const skipButtonSetting = defineSetting({
  name: 'skip-button',
  path: '/api/admin/ad-config/skip-button',
  form: skipButtonForm,
  values: skipButtonValues,
  setting: skipButtonValues.extend(savedVersion).meta({ id: 'SkipButtonSetting' }),
  hasNoDefaults: true,
})
