import { z } from 'zod'
import { type Contract, contract } from '../contract.ts'
import { pageQuery } from '../page.ts'

export const settingNames = [
  'ad-zone',
  'skip-button',
  'idle-redirect',
  'back-button',
  'email-capture',
  'vote-multiplier',
  'reports',
  'access',
  'site-texts',
  'upload-review',
  'second-factor',
] as const
export type SettingName = (typeof settingNames)[number]

/** Version and time of the last save; 0 and null before the first save. */
export const savedVersion = { version: z.number(), updatedAt: z.iso.datetime().nullable() }

/** Version to replace. A newer one causes 409 `conflict`. Omit this to overwrite any version. */
const changedVersion = z.int('The version must be a whole number').min(0, 'The version must be 0 or more').optional()

type Definition<Path, Form extends z.ZodRawShape, Values, Setting> = {
  name: SettingName
  path: Path
  form: z.ZodObject<Form>
  values: Values
  setting: Setting
  /** Reading returns `not_found` until the first save. */
  hasNoDefaults?: true
} & Pick<Contract, 'bodyLimit'>

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

/** Lists the versions of a setting in pages, newest first. */
export const settingHistory = <const Path extends Contract['path'], Setting extends z.ZodType>(
  path: Path,
  setting: Setting,
) => contract({ method: 'GET', path, query: pageQuery, response: z.array(setting) })

const values = z.record(z.string(), z.unknown())

const settingChange = z
  .object({
    id: z.number(),
    timestamp: z.iso.datetime(),
    actor: z.string(),
    /** IP address, which is erased along with the addresses in the audit log. */
    ip: z.string().nullable(),
    /** Previous values. For the first save, these are the defaults, if there are any. */
    old: values,
    new: values,
  })
  .meta({ id: 'SettingChange' })
export type SettingChange = z.infer<typeof settingChange>

export const settingChanges = contract({
  method: 'GET',
  path: '/api/admin/settings/:setting/changes',
  params: z.strictObject({ setting: z.enum(settingNames, 'There is no such setting.') }),
  query: pageQuery,
  response: z.array(settingChange),
})
