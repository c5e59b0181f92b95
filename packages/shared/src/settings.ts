import { z } from 'zod'
import { type Contract, contract } from './contract.ts'
import { pageQuery } from './page.ts'

/**
 * Part of the body of each save: the setting as it was read before it was changed. 409 `conflict`, with both values, when
 * somebody changed it since. Left out, whatever is there is replaced.
 */
const asReadOf = ({ shape }: z.ZodObject) =>
  z.partialRecord(z.enum(Object.keys(shape)), z.union([z.string(), z.number(), z.boolean()])).optional()
export type AsRead = z.infer<ReturnType<typeof asReadOf>>

/** Null until a setting is saved for the first time. */
export const lastSaved = z.iso.datetime().nullable()

type OfSetting<Path, Form extends z.ZodRawShape, Setting> = {
  path: Path
  /** What the operator sends. */
  form: z.ZodObject<Form>
  /** What both calls answer with. */
  setting: Setting
  /** Reading is `not_found` until it is saved for the first time. */
  hasNoDefaults?: true
} & Pick<Contract, 'bodyLimit'>

/** The operator's two calls for a setting, at one address. */
export const settingContracts = <
  const Path extends Contract['path'],
  Form extends z.ZodRawShape,
  Setting extends z.ZodType,
>({
  path,
  form,
  setting,
  hasNoDefaults,
  ...limit
}: OfSetting<Path, Form, Setting>) => ({
  read: contract({ method: 'GET', path, response: setting, errors: hasNoDefaults ? ['not_found'] : [] }),
  save: contract({
    method: 'POST',
    path,
    body: form.extend({ asRead: asReadOf(form) }).strict(),
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

/** By the fields of the form. They may be those of an earlier version of HotVote, which today's form would refuse. */
const values = z.record(z.string(), z.unknown())

/** An entry of the audit log about a setting, with what was in force before and after. */
const settingChange = z
  .object({
    id: z.number(),
    timestamp: z.iso.datetime(),
    actor: z.string(),
    /** Blanked after a time, as in the audit log. */
    ip: z.string().nullable(),
    /** The defaults when nothing was saved before, without any it is empty; null where it was not recorded. */
    old: values.nullable(),
    /** Where `old` was not recorded, what the audit log has of it. */
    new: values,
  })
  .meta({ id: 'SettingChange' })
export type SettingChange = z.infer<typeof settingChange>

/** The changes of a setting, the newest first, in pages: `X-Total-Count` and `Link`. A step back is a save of old values. */
export const settingChanges = contract({
  method: 'GET',
  path: '/api/admin/settings/:setting/changes',
  params: z.strictObject({ setting: z.enum(settingNames, 'There is no such setting.') }),
  query: pageQuery,
  response: z.array(settingChange),
})
