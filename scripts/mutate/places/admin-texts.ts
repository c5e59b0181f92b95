import { attributes, bare, besideTest, constant, inApi, inPage, type Place, quoted } from '../place.ts'

const admin = 'features/admin'

const login: Place[] = [
  ...quoted(inPage(`${admin}/login/login.api.ts`, 'admin-login'), 'Invalid credentials'),
  ...quoted(besideTest('apps/api/src/http/operator.ts'), 'Invalid credentials'),
  constant(inPage(`${admin}/login/login.api.ts`, 'admin-login'), 'Login failed: on a network failure', [
    "text: 'Login failed', advice",
    "text: 'Login failed~', advice",
  ]),
  constant(besideTest(`apps/web/src/${admin}/login/login.api.ts`), 'Login failed: an answer that says nothing', [
    "textOf(error, 'Login failed')",
    "textOf(error, 'Login failed~')",
  ]),
  ...quoted(inPage(`${admin}/login/login-page.tsx`, 'admin-login'), 'Successfully logged in to admin panel'),
  ...quoted(
    inPage('lib/operator/call-as-operator.ts', 'admin-login'),
    'Authentication failed',
    'Your admin session may have expired. Please log in again at /adm',
  ),
  constant(besideTest('apps/web/src/lib/operator/call-as-operator.ts'), 'Authentication failed: a 401 gives the same', [
    'hasStatus(error, 401)) endExpiredLogin(token)',
    'hasStatus(error, 402)) endExpiredLogin(token)',
  ]),
  constant(
    besideTest('apps/web/src/lib/operator/call-as-operator.ts'),
    'Authentication failed: a 401 gives the same for a file',
    ['hasStatus(failure, 401)) endExpiredLogin(token)', 'hasStatus(failure, 402)) endExpiredLogin(token)'],
  ),
]

const database: Place[] = [
  constant(inPage(`${admin}/site-health/use-database-tests.ts`, 'admin-site-health-failures'), 'HTTP {status}', [
    '`HTTP ${error.status}`',
    '`HTTP ${error.status}~`',
  ]),
  ...quoted(
    inPage(`${admin}/site-health/use-database-tests.ts`, 'admin-site-health-failures'),
    'Connection failed',
    'Schema check failed',
    'Count query failed',
    'Sample queries failed',
  ),
  ...bare(inPage(`${admin}/site-health/statistics.tsx`, 'admin-site-health-failures'), 'Count query failed'),
  ...quoted(inPage(`${admin}/site-health/reset-card.tsx`, 'admin-site-health-failures'), 'Database reset failed'),
  ...quoted(inPage(`${admin}/site-health/import-card.tsx`, 'admin-site-health-failures'), 'Media import failed'),
  ...quoted(
    inPage(`${admin}/site-health/site-health.api.ts`, 'admin-site-health'),
    'Failed to check inactive accounts',
  ),
  ...quoted(
    inPage(`${admin}/site-health/purge-card.tsx`, 'admin-site-health-failures'),
    'Failed to purge inactive accounts',
  ),
  // Work that fails to start is told by a toast, work that fails on its way stays on the screen.
  constant(inPage('ui/operation-card.tsx', 'admin-site-health-failures'), 'Work that failed: on the screen', [
    'props.failed ?? work.failed',
    "props.failed ?? work.failed + '~'",
  ]),
  ...quoted(
    inPage(`${admin}/site-health/site-health.api.ts`, 'admin-site-health'),
    'Server returned HTML instead of JSON - authentication may have failed',
  ),
  constant(
    inPage(`${admin}/site-health/site-health.api.ts`, 'admin-site-health'),
    'Server returned HTML: on an error',
    ['const isPage = error instanceof CallError', 'const isPage = error instanceof SyntaxError'],
  ),
  constant(
    inPage(`${admin}/site-health/site-health.api.ts`, 'admin-site-health'),
    'Server returned HTML: on a success',
    ['!isPage && !(error instanceof SyntaxError)', '!isPage'],
  ),
]

const population: Place[] = [
  ...quoted(
    inPage(`${admin}/population/population.api.ts`, 'admin-population'),
    'Admin authentication required. Please log in to the admin portal first.',
  ),
  ...attributes(inPage(`${admin}/population/population-card.tsx`, 'admin-population'), 'Population failed'),
  constant(inPage(`${admin}/population/population-card.tsx`, 'admin-population'), 'Population failed: the toast', [
    "{ title: 'Population failed'",
    "{ title: 'Population failed~'",
  ]),
  ...quoted(inPage(`${admin}/population/population.api.ts`, 'admin-population'), 'Failed to fix sequence'),
  constant(
    inPage(`${admin}/population/sequence-card.tsx`, 'admin-population'),
    'Failed to fix sequence: on the screen',
    ['Failed to fix sequence{data.error', 'Failed to fix sequence~{data.error'],
  ),
  ...quoted(inPage(`${admin}/vote-export/vote-export.api.ts`, 'admin-export'), 'Failed to export votes data'),
]

const bucket: Place[] = [
  ...attributes(inPage(`${admin}/bucket/file-list.tsx`, 'admin-bucket'), 'Failed to load bucket files'),
  ...quoted(inPage(`${admin}/bucket/use-file-deletion.ts`, 'admin-bucket'), 'Failed to delete files'),
  ...quoted(inPage(`${admin}/bucket/duplicates-card.tsx`, 'admin-bucket'), 'Failed to find duplicates'),
]

/** Of a form of settings: a failure to load or to save it, held by the tests of this name. */
const inForm = (file: string, test: string) => ({
  ...inPage(`${admin}/${file}`, 'admin-settings'),
  grep: test,
})

const redirects = inPage(`${admin}/traffic-handlers/traffic-handlers-page.tsx`, 'admin-traffic-handlers')
const traffic: Place[] = [
  constant(redirects, 'Database Migration Required: a 500', ['hasStatus(error, 500)', 'hasStatus(error, 500, 503)']),
  constant(redirects, 'Database Migration Required: on both configs', [
    'hasFailed(idle.error) && hasFailed(back.error)',
    'hasFailed(idle.error) || hasFailed(back.error)',
  ]),
  ...bare(
    inPage(`${admin}/traffic-handlers/migration-notice.tsx`, 'admin-traffic-handlers'),
    'Database Migration Required',
    'Table missing',
  ),
  ...['idle redirect', 'back button'].flatMap((what) => {
    const calls = inPage(`${admin}/traffic-handlers/traffic-handlers.api.ts`, 'admin-traffic-handlers')
    return [
      ...quoted(calls, `Failed to save ${what} configuration`),
      constant(calls, `Save Failed: ${what}`, [
        `{ title: 'Save Failed', fallback: 'Failed to save ${what}`,
        `{ title: 'Save Failed~', fallback: 'Failed to save ${what}`,
      ]),
    ]
  }),
  constant(
    inPage(`${admin}/traffic-handlers/history-list.tsx`, 'admin-traffic-handlers'),
    'History fetch failures quietly give an empty list',
    ['entries = [],', "entries = [{ id: 0, createdAt: null, isActive: true, url: '' }],"],
  ),
]

const settings: Place[] = [
  ...attributes(inForm('ads/ads-page.tsx', 'Ad Zone 1'), 'Failed to fetch ad configuration'),
  ...attributes(inForm('ads/ads-page.tsx', 'Skip Button'), 'Failed to fetch skip button configuration'),
  ...quoted(inForm('ads/ads.api.ts', 'Ad Zone 1'), 'Failed to save ad configuration'),
  ...quoted(inForm('ads/ads.api.ts', 'Skip Button'), 'Failed to save skip button configuration'),
  ...attributes(
    inPage(`${admin}/email-capture/email-capture-page.tsx`, 'admin-email-capture'),
    'Failed to fetch email capture configuration',
  ),
  ...quoted(
    inPage(`${admin}/email-capture/email-capture.api.ts`, 'admin-email-capture'),
    'Failed to update email capture configuration',
  ),
  ...attributes(
    inForm('vote-multiplier/vote-multiplier-page.tsx', 'a change is unsaved'),
    'Failed to load vote multiplier configuration. Please try again.',
  ),
  ...quoted(
    besideTest(`apps/web/src/${admin}/vote-multiplier/vote-multiplier.api.ts`),
    'Failed to fetch vote multiplier configuration',
  ),
  ...quoted(
    inForm('vote-multiplier/vote-multiplier.api.ts', 'a change is unsaved'),
    'Update Failed',
    'Failed to update vote multiplier configuration',
  ),
  ...quoted(
    inPage(`${admin}/vote-multiplier/vote-multiplier.api.ts`, 'admin-vote-multiplier'),
    'Vote multiplier settings have been saved successfully.',
  ),
  ...quoted(inPage('lib/operator/setting-mutation.ts', 'admin-vote-multiplier'), 'Configuration Updated'),
  ...quoted(
    inPage(`${admin}/vote-multiplier/vote-multiplier.api.ts`, 'admin-vote-multiplier'),
    'Invalid Configuration',
  ),
  ...['.number', '.gt'].map((rule) => {
    const [start, text] = [rule === '.gt' ? '.gt(0, ' : '.number(', 'Vote multiplier must be greater than 0']
    return constant(
      inApi('packages/shared/src/vote-multiplier.ts', 'features/settings/vote-multiplier'),
      `${text}: ${rule.slice(1)}`,
      [`${start}'${text}'`, `${start}'${text}~'`],
    )
  }),
]

const media: Place[] = [
  ...attributes(inPage(`${admin}/media/media-page.tsx`, 'admin-media'), 'Failed to fetch media data'),
  constant(inPage(`${admin}/media/media.api.ts`, 'admin-media-removal'), 'Failed to delete media', [
    "fallback: 'Failed to delete media'",
    "fallback: 'Failed to delete media~'",
  ]),
  ...quoted(
    inPage(`${admin}/media/media.api.ts`, 'admin-media-removal'),
    'Success',
    'Media deleted successfully',
    'Error',
  ),
]

const token = (spec: string) =>
  constant(inPage('lib/operator/call-as-operator.ts', spec), `No token: the list of ${spec} is not asked for`, [
    'requireOperator()\n      return queryFn(page)',
    'return queryFn(page)',
  ])

const loadFailure = inPage('ui/load-failure.tsx', 'admin-logs')
const reviews: Place[] = [
  constant(inPage('lib/operator/operator.ts', 'admin-logs'), 'Admin authentication required', [
    "new NotCalledError('Admin authentication required')",
    "new NotCalledError('Admin authentication required~')",
  ]),
  token('admin-logs'),
  token('admin-takedowns-ways'),
  constant(inPage('lib/operator/call-as-operator.ts', 'admin-takedowns-ways'), 'No token: nothing is changed', [
    'requireOperator()\n  return callAsOperator<C>',
    'return callAsOperator<C>',
  ]),
  constant(loadFailure, 'Load failures: HTTP {status}: {statusText}', [
    "[`HTTP ${error.status}`, error.statusText].filter(Boolean).join(': ')",
    "[`HTTP ${error.status}`, error.statusText].filter(Boolean).join(' ')",
    '`HTTP ${error.status}`',
    "[error.status, error.statusText].filter(Boolean).join(': ')",
  ]),
  constant(loadFailure, 'Load failures: {message}', [
    '{errorTitle}: {messageOf(error)}',
    '{errorTitle} {messageOf(error)}',
    '{errorTitle}',
  ]),
  ...attributes(
    inPage(`${admin}/takedowns/takedown-list.tsx`, 'admin-takedowns-ways'),
    'Failed to load DMCA takedowns',
  ),
  ...attributes(
    inPage(`${admin}/takedowns/takedown-detail.tsx`, 'admin-takedowns-ways'),
    'Failed to load DMCA takedowns',
  ),
  ...attributes(inPage(`${admin}/logs/logs-page.tsx`, 'admin-logs'), 'Failed to load audit logs'),
  ...quoted(
    inPage(`${admin}/takedowns/takedowns.api.ts`, 'admin-takedowns-ways'),
    'Failed to update takedown',
    'Error',
  ),
  ...quoted(
    inPage(`${admin}/takedowns/takedowns.api.ts`, 'admin-takedowns'),
    'Success',
    'DMCA takedown updated successfully',
  ),
  ...quoted(
    inPage(`${admin}/logs/logs.api.ts`, 'admin-logs'),
    'Failed to export logs',
    'Error',
    'Success',
    'Audit logs exported successfully',
  ),
]

/** admin.md §8, in its order. */
export const adminTexts: Place[] = [
  ...login,
  ...database,
  ...population,
  ...bucket,
  ...traffic,
  ...settings,
  ...media,
  ...reviews,
]
