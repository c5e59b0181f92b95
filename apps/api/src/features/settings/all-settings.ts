import { adZoneSetting, skipButtonSetting, zoneIds } from '@hotvote/shared/ads'
import { emailCaptureSetting } from '@hotvote/shared/email-capture'
import { reportRulesSetting } from '@hotvote/shared/reports'
import type { SettingName } from '@hotvote/shared/settings'
import { backButtonHistory, backButtonSetting, idleRedirectHistory, idleRedirectSetting } from '@hotvote/shared/traffic'
import { voteMultiplierSetting } from '@hotvote/shared/vote-multiplier'
import { effectiveZone, mayRunInPage } from '../../domain/ad-placement.ts'
import { AppError } from '../../domain/errors.ts'
import { type Setting, setting } from './setting.ts'

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
export const settingOf = (name: SettingName) => byName[name]
