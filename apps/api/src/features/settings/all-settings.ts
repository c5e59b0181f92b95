import type { Contract } from '@hotvote/shared/contract'
import type { SettingName } from '@hotvote/shared/operator/settings'
import { voteMultiplierSetting } from '@hotvote/shared/operator/vote-multiplier'
import type { pageQuery } from '@hotvote/shared/page'
import { adZoneSetting, skipButtonSetting, zoneIds } from '@hotvote/shared/visitor/ads'
import { emailCaptureSetting } from '@hotvote/shared/visitor/email-capture'
import { reportRulesSetting } from '@hotvote/shared/visitor/reports'
import {
  backButtonHistory,
  backButtonSetting,
  idleRedirectHistory,
  idleRedirectSetting,
} from '@hotvote/shared/visitor/traffic'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { effectiveZone, mayRunInPage } from '../../domain/ad-placement.ts'
import { AppError } from '../../domain/errors.ts'

type ReadCall = Contract & { response: z.ZodType<object> }
type SaveCall = ReadCall & { body: z.ZodType<Record<string, unknown> & { version?: number | undefined }> }
type HistoryCall = Contract & { query: typeof pageQuery; response: z.ZodType<object[]> }
type Config = Pick<Deps['config'], 'adminHost'>

/** One setting of the operator. Calls, versions, audit entry and the 409 are those of every setting. */
export type Setting<Values extends z.ZodObject = z.ZodObject> = {
  name: SettingName
  /** Reads a version, and has a default for each field. */
  values: Values
  /** With the error `not_found`, reading fails until the first save (`admin.md §7`). */
  read: ReadCall
  save: SaveCall
  /** The specified call for all versions. */
  history?: HistoryCall
  /** What of it the audit log stores. Default: all. */
  audited?(values: z.output<Values>): object
  /** @throws {AppError} when this site may not be set so */
  check?(sent: Partial<z.output<Values>>, config: Config): void
  /** The values as they work on this site. Default: as saved. */
  inForce?(values: z.output<Values>, config: Config): z.output<Values>
}

/** The identity, which infers the exact type of the values. */
const setting = <Values extends z.ZodObject>(own: Setting<Values>) => own

const needsFrame = () => {
  const message =
    'Ad code runs in a sandboxed frame here: in the page it could read your login. ADMIN_HOST changes that.'
  return new AppError('invalid_request', message, { issues: [{ path: 'isSandboxed', message }] })
}

export const adZone = setting({
  ...adZoneSetting,
  // Without the code, which may be long.
  audited: ({ adCode, isActive, isSandboxed }) => ({ zone: zoneIds[0], isActive, isSandboxed, length: adCode.length }),
  check: ({ isSandboxed }, config) => {
    if (isSandboxed === false && !mayRunInPage(config)) throw needsFrame()
  },
  inForce: effectiveZone,
})
export const skipButton = setting(skipButtonSetting)
export const idleRedirect = setting({
  ...idleRedirectSetting,
  history: idleRedirectHistory,
  inForce: (values) => ({ ...values, isActive: values.idleRedirectUrl !== '' }),
})
export const backButton = setting({
  ...backButtonSetting,
  history: backButtonHistory,
  inForce: (values) => ({ ...values, isActive: values.backButtonUrl !== '' }),
})
export const emailCapture = setting(emailCaptureSetting)
export const voteMultiplier = setting(voteMultiplierSetting)
export const reports = setting(reportRulesSetting)

const byName: Record<SettingName, Setting> = {
  'ad-zone': adZone,
  'skip-button': skipButton,
  'idle-redirect': idleRedirect,
  'back-button': backButton,
  'email-capture': emailCapture,
  'vote-multiplier': voteMultiplier,
  reports,
}

/** What the operator sets of the site (`admin.md §7`). */
export const allSettings = Object.values(byName)
export const getSetting = (name: SettingName) => byName[name]
