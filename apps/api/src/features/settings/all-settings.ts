import type { Contract } from '@hotvote/shared/contract'
import { secondFactorSetting } from '@hotvote/shared/operator/operators'
import type { SettingName } from '@hotvote/shared/operator/settings'
import { uploadReviewSetting } from '@hotvote/shared/operator/upload-review'
import { voteMultiplierSetting } from '@hotvote/shared/operator/vote-multiplier'
import type { pageQuery } from '@hotvote/shared/page'
import { accessSetting } from '@hotvote/shared/visitor/access'
import { adZoneSetting, skipButtonSetting, zoneIds } from '@hotvote/shared/visitor/ads'
import { emailCaptureSetting } from '@hotvote/shared/visitor/email-capture'
import { reportRulesSetting } from '@hotvote/shared/visitor/reports'
import { siteTextsSetting } from '@hotvote/shared/visitor/site-texts'
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
import type { Operator } from '../../platform/http/guards.ts'

type ReadCall = Contract & { response: z.ZodType<object> }
type SaveCall = ReadCall & { body: z.ZodType<Record<string, unknown> & { version?: number | undefined }> }
type HistoryCall = Contract & { query: typeof pageQuery; response: z.ZodType<object[]> }
type Config = Pick<Deps['config'], 'adminHost' | 'publicUrl' | 'screening'>

/** Definition of a setting. All settings share the code for calls, versions, audit entries and conflicts. */
export type Setting<Values extends z.ZodObject = z.ZodObject> = {
  name: SettingName
  values: Values
  /** A call that can fail with `not_found` does so until the first save (`admin.md §7`). */
  read: ReadCall
  save: SaveCall
  history?: HistoryCall
  /** Returns the values for the audit log. Defaults to all values. */
  audited?(values: z.output<Values>): object
  /** @throws {AppError} if the values don't suit this site or operator */
  check?(sent: Partial<z.output<Values>>, config: Config, operator: Operator): void
  /** Returns the values in effect on this site. Defaults to the saved values. */
  inForce?(values: z.output<Values>, config: Config): z.output<Values>
}

const setting = <Values extends z.ZodObject>(own: Setting<Values>) => own

const needsFrame = () => {
  const message =
    'Ad code runs in a sandboxed frame here: in the page it could read your login. Set ADMIN_HOST to avoid this.'
  return new AppError('invalid_request', message, { issues: [{ path: 'isSandboxed', message }] })
}

export const adZone = setting({
  ...adZoneSetting,
  // Omit the ad code, which may be long.
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
/** Browsers can only compute hashes in secure contexts. */
const isSecure = (publicUrl: string) => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname)
}

export const access = setting({
  ...accessSetting,
  check: ({ asksProof }, { publicUrl }) => {
    if (!asksProof || isSecure(publicUrl)) return
    const message = 'Browsers can only do this over HTTPS. Set PUBLIC_URL to an https address first.'
    throw new AppError('invalid_request', message, { issues: [{ path: 'asksProof', message }] })
  },
})
export const siteTexts = setting({
  ...siteTextsSetting,
  audited: (values) => Object.fromEntries(Object.entries(values).map(([page, text]) => [page, text.length])),
})
export const uploadReview = setting({
  ...uploadReviewSetting,
  inForce: (values, { screening }) => ({ ...values, isScreened: screening !== undefined }),
})
export const secondFactor = setting({
  ...secondFactorSetting,
  check: ({ isRequired }, _config, { hasSecondFactor }) => {
    if (isRequired && !hasSecondFactor)
      throw new AppError('conflict', 'Set up your own second factor first, under Your login.')
  },
})

const byName: Record<SettingName, Setting> = {
  'ad-zone': adZone,
  'skip-button': skipButton,
  'idle-redirect': idleRedirect,
  'back-button': backButton,
  'email-capture': emailCapture,
  'vote-multiplier': voteMultiplier,
  reports,
  access,
  'site-texts': siteTexts,
  'upload-review': uploadReview,
  'second-factor': secondFactor,
}

/** See `admin.md §7`. */
export const allSettings = Object.values(byName)
export const getSetting = (name: SettingName) => byName[name]
