import { counted } from '@hotvote/shared/counted'
import type {
  backButtonHistory,
  backButtonSetting,
  idleRedirectHistory,
  idleRedirectSetting,
  redirectsPerDay,
} from '@hotvote/shared/visitor/traffic'
import { operatorQuery } from '../../../lib/operator/operator-query.ts'
import { settingMutation } from '../../../lib/operator/setting-changes.ts'

/** Formats a duration. A negative number is shown as the operator typed it. */
export const durationText = (seconds: number) => {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  const rest = seconds - minutes * 60
  const parts = [minutes > 0 && counted(minutes, 'minute'), (rest > 0 || minutes === 0) && counted(rest, 'second')]
  return parts.filter(Boolean).join(' ')
}

export const idleRedirectQuery = operatorQuery<typeof idleRedirectSetting.read>('GET /api/admin/idle-redirect-config')
/** No error is shown if a history fails to load (`admin.md §8`). */
const QUIET = { meta: { isQuiet: true } }

export const idleHistoryQuery = {
  ...operatorQuery<typeof idleRedirectHistory>('GET /api/admin/idle-redirect-history'),
  ...QUIET,
}
export const backButtonQuery = operatorQuery<typeof backButtonSetting.read>('GET /api/admin/back-button-config')
export const backHistoryQuery = {
  ...operatorQuery<typeof backButtonHistory>('GET /api/admin/back-button-history'),
  ...QUIET,
}
export const redirectsPerDayQuery = operatorQuery<typeof redirectsPerDay>('GET /api/admin/redirects-per-day')

/** Key of the public query, which both redirects share. */
const PUBLIC = ['idle-redirect-config']

export const saveIdleMutation = settingMutation<typeof idleRedirectSetting.save>(
  'POST /api/admin/idle-redirect-config',
  {
    setting: 'idle-redirect',
    visitorKey: PUBLIC,
    saved: 'Idle redirect settings have been saved successfully.',
    invalidTitle: (field) => (field === 'idleRedirectTime' ? 'Invalid Time' : 'Invalid URL'),
    failed: { title: 'Save Failed', fallback: 'Failed to save idle redirect configuration' },
  },
)

export const saveBackMutation = settingMutation<typeof backButtonSetting.save>('POST /api/admin/back-button-config', {
  setting: 'back-button',
  visitorKey: PUBLIC,
  saved: 'Back button settings have been saved successfully.',
  invalidTitle: () => 'Invalid URL',
  failed: { title: 'Save Failed', fallback: 'Failed to save back button configuration' },
})
