import { z } from 'zod'
import { type Contract, contract } from '../contract.ts'
import { pageQuery } from '../page.ts'

/** What the operator sets of the site, as the audit log names it. */
export const settingNames = [
  'ad-zone',
  'skip-button',
  'idle-redirect',
  'back-button',
  'email-capture',
  'vote-multiplier',
  'reports',
] as const
export type SettingName = (typeof settingNames)[number]

/** Part of each answer: the version it is from, and when that was saved; 0 and null before the first save. */
export const savedVersion = { version: z.number(), updatedAt: z.iso.datetime().nullable() }

/** The version that was changed: 409 `conflict` when there is a newer one. Without it, the save replaces any version. */
const changedVersion = z.int('The version must be a whole number').min(0, 'The version must be 0 or more').optional()

type Definition<Path, Form extends z.ZodRawShape, Values, Setting> = {
  name: SettingName
  path: Path
  /** What the operator sends. */
  form: z.ZodObject<Form>
  /** Reads what is stored, with a default for each field. */
  values: Values
  /** What both calls answer with. */
  setting: Setting
  /** Reading is `not_found` until it is saved for the first time. */
  hasNoDefaults?: true
} & Pick<Contract, 'bodyLimit'>

/** A setting with the operator's two calls for it, at one address. */
export const defineSetting = <
  const Path extends Contract['path'],
  Form extends z.ZodRawShape,
  Values extends z.ZodObject,
  Setting extends z.ZodType,
>({
  name,
  path,
  form,
  values,
  setting,
  hasNoDefaults,
  ...limit
}: Definition<Path, Form, Values, Setting>) => ({
  name,
  values,
  read: contract({ method: 'GET', path, response: setting, errors: hasNoDefaults ? ['not_found'] : [] }),
  save: contract({
    method: 'POST',
    path,
    body: form.extend({ version: changedVersion }).strict(),
    response: setting,
    errors: ['conflict'],
    ...limit,
  }),
})

/** Every version of a setting that was saved, the newest first, in pages: `X-Total-Count` and `Link`. */
export const settingHistory = <const Path extends Contract['path'], Setting extends z.ZodType>(
  path: Path,
  setting: Setting,
) => contract({ method: 'GET', path, query: pageQuery, response: z.array(setting) })

/** By the fields of the form. */
const values = z.record(z.string(), z.unknown())

/** A saved version of a setting, with what it replaced. */
const settingChange = z
  .object({
    /** The version. */
    id: z.number(),
    timestamp: z.iso.datetime(),
    actor: z.string(),
    /** Blanked after a time, as in the audit log. */
    ip: z.string().nullable(),
    /** Before the first save: the defaults, or nothing where there are none. */
    old: values,
    new: values,
  })
  .meta({ id: 'SettingChange' })
export type SettingChange = z.infer<typeof settingChange>

/** The versions of a setting, the newest first, in pages: `X-Total-Count` and `Link`. A step back saves the values of one. */
export const settingChanges = contract({
  method: 'GET',
  path: '/api/admin/settings/:setting/changes',
  params: z.strictObject({ setting: z.enum(settingNames, 'There is no such setting.') }),
  query: pageQuery,
  response: z.array(settingChange),
})
