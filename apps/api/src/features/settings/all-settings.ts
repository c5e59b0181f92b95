import { operatorAdZone, operatorSkipButton, saveAdZone, saveSkipButton, zoneIds } from '@hotvote/shared/ads'
import { operatorEmailCapture, saveEmailCapture, VOTE_THRESHOLD } from '@hotvote/shared/email-capture'
import { HIDE_AFTER, HIDE_SHARE, operatorReportRules, saveReportRules } from '@hotvote/shared/reports'
import type { SettingName } from '@hotvote/shared/settings'
import {
  backButtonHistory,
  IDLE_TIME,
  idleRedirectHistory,
  operatorBackButton,
  operatorIdleRedirect,
  saveBackButton,
  saveIdleRedirect,
} from '@hotvote/shared/traffic'
import { operatorVoteMultiplier, saveVoteMultiplier } from '@hotvote/shared/vote-multiplier'
import {
  adZones,
  backButtonRedirects,
  emailCapture as emailCaptureTable,
  idleRedirects,
  reportRules,
  skipButton as skipButtonTable,
  voteMultiplier as voteMultiplierTable,
} from '../../db/schema/index.ts'
import { effectiveZone, mayRunInPage } from '../../domain/ad-placement.ts'
import { AppError } from '../../domain/errors.ts'
import { type Setting, setting } from './setting.ts'

const needsFrame = () => {
  const message =
    'Ad code runs in a sandboxed frame here: in the page it could read your login. ADMIN_HOST changes that.'
  return new AppError('invalid_request', message, { issues: [{ path: 'isSandboxed', message }] })
}

export const adZone = setting({
  name: 'ad-zone',
  table: adZones,
  key: adZones.zoneId,
  read: operatorAdZone,
  save: saveAdZone,
  defaults: undefined,
  row: (sent) => ({ zoneId: zoneIds[0], ...sent }),
  // Without the code, which may be long.
  audited: ({ adCode, isActive, isSandboxed }) => ({ zone: zoneIds[0], isActive, isSandboxed, length: adCode.length }),
  check: ({ isSandboxed }, config) => {
    if (isSandboxed === false && !mayRunInPage(config)) throw needsFrame()
  },
  inForce: effectiveZone,
})

export const skipButton = setting({
  name: 'skip-button',
  table: skipButtonTable,
  key: skipButtonTable.id,
  read: operatorSkipButton,
  save: saveSkipButton,
  defaults: undefined,
  audited: ({ isActive, buttonText, buttonUrl }) => ({ isActive, buttonText, buttonUrl }),
})

/** Of a redirect that was never saved. */
const NO_VERSION = { id: null, isActive: false, createdAt: null }

export const idleRedirect = setting({
  name: 'idle-redirect',
  table: idleRedirects,
  key: idleRedirects.id,
  read: operatorIdleRedirect,
  save: saveIdleRedirect,
  history: idleRedirectHistory,
  defaults: { idleRedirectTime: IDLE_TIME.default, idleRedirectUrl: '', ...NO_VERSION },
  row: (sent) => ({ ...sent, isActive: sent.idleRedirectUrl !== '' }),
})

export const backButton = setting({
  name: 'back-button',
  table: backButtonRedirects,
  key: backButtonRedirects.id,
  read: operatorBackButton,
  save: saveBackButton,
  history: backButtonHistory,
  defaults: { backButtonUrl: '', ...NO_VERSION },
  row: (sent) => ({ ...sent, isActive: sent.backButtonUrl !== '' }),
})

export const emailCapture = setting({
  name: 'email-capture',
  table: emailCaptureTable,
  key: emailCaptureTable.id,
  read: operatorEmailCapture,
  save: saveEmailCapture,
  // Nobody is asked (`visitor.md §3`).
  defaults: { isEnabled: false, voteThreshold: VOTE_THRESHOLD.default, updatedAt: null },
})

export const voteMultiplier = setting({
  name: 'vote-multiplier',
  table: voteMultiplierTable,
  key: voteMultiplierTable.id,
  read: operatorVoteMultiplier,
  save: saveVoteMultiplier,
  // Votes are shown as they are.
  defaults: { isEnabled: false, multiplier: 1, updatedAt: null },
})

const reports = setting({
  name: 'reports',
  table: reportRules,
  key: reportRules.id,
  read: operatorReportRules,
  save: saveReportRules,
  defaults: { hideAfter: HIDE_AFTER.default, hideShare: HIDE_SHARE.default, updatedAt: null },
})

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
