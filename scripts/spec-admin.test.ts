import { expect, test } from 'vitest'
import { FIRST_YEAR, LAST_DAYS } from '../packages/shared/src/operator/users.ts'
import { POPULATION } from '../packages/shared/src/operator/votes.ts'
import { SKIP_NAME, SKIP_TEXT, ZONE_NAME } from '../packages/shared/src/visitor/ads.ts'
import { VOTE_THRESHOLD } from '../packages/shared/src/visitor/email-capture.ts'
import { IDLE_TIME } from '../packages/shared/src/visitor/traffic.ts'
import { listChangedCode, listChangedTexts, type Table } from './specified.ts'

const TEXTS: Table = {
  'admin/media/media-page.tsx': ['Total Media', 'Total Votes', 'Total Views', 'Failed to fetch media data'],
  'admin/media/media-list.tsx': ['No media found'],
  'admin/users/users-page.tsx': [
    'User Management',
    'Total Users',
    'Active Users',
    'Total Uploads',
    'No users found',
    'Date Range Filters',
    'Apply Filters',
    'Reset Filters',
  ],
  'admin/users/user-columns.tsx': ['User', 'Contact', 'Location', 'Activity', 'Last Login', 'Logins', 'Joined'],
  'admin/database/site-health-page.tsx': [
    'Database Administration',
    'Run Database Tests',
    'Database Statistics',
    'Connection failed',
    'Schema check failed',
    'Sample queries failed',
  ],
  'admin/database/data-cards.tsx': [
    'Purge Inactive Accounts',
    'Failed to purge inactive accounts',
    'Database Reset',
    'I Understand',
    'RESET DATABASE',
    'Database reset failed',
    'Media import failed',
  ],
  'admin/population/population-page.tsx': ['Vote Population', 'Continue Processing', 'Stop Processing'],
  'admin/bucket/bucket-page.tsx': ['Bucket Management', 'Storage overview'],
  'admin/bucket/file-list.tsx': ['Delete selected', 'Failed to load bucket files'],
  'web/ui/data/admin-page.tsx': ['Refresh'],
  'admin/traffic-handlers/traffic-handlers-page.tsx': [
    'Traffic Handlers',
    'Database Migration Required',
    'Table missing',
  ],
  'admin/ads/ads-page.tsx': [
    'Advertisement Management',
    'Ad Zone 1',
    'Skip Button',
    'Failed to fetch ad configuration',
    'Failed to fetch skip button configuration',
    'Validation Error',
    'Failed to save ad configuration',
    'Failed to save skip button configuration',
  ],
  'admin/email-capture/email-capture-page.tsx': [
    'E-mail Capture Configuration',
    'Failed to fetch email capture configuration',
  ],
  'admin/vote-multiplier/vote-multiplier-page.tsx': [
    'Vote Multiplier Settings',
    'Failed to load vote multiplier configuration. Please try again.',
  ],
  'web/ui/forms/settings-form.tsx': [
    'Save Configuration',
    'Saving...',
    'Reset Changes',
    'Unsaved Changes',
    'Enabled',
    'Disabled',
    'Current Configuration',
    'Last updated',
    'Never',
  ],
  'admin/takedowns/takedowns-page.tsx': [
    'DMCA Takedown Management',
    'Select a takedown request to view details',
    'No DMCA takedown requests found',
    'Failed to load DMCA takedowns',
  ],
  'admin/takedowns/takedown-detail.tsx': [
    'Complainant Information',
    'Copyrighted Work',
    'Infringement Details',
    'Electronic Signature',
    'No description provided',
    'No signature provided',
    'Failed to load DMCA takedowns',
  ],
  'admin/takedowns/takedown-decision.tsx': ['Admin Notes', 'Mark as Reviewed', 'Resolve', 'Reject', 'Reopen'],
  'admin/logs/logs-page.tsx': [
    'Audit Logs',
    'Export',
    'Total Logs',
    'Purge Events',
    'Delete Events',
    'Days Active',
    'Failed to load audit logs',
    'All Events',
    'No audit logs found matching your criteria',
  ],
  'shared/operator/audit.ts': [
    'INACTIVE_USER_PURGE',
    'INACTIVE_ACCOUNTS_PURGE_COMPLETED',
    'ADMIN_DELETE_REQUEST',
    'ADMIN_DELETE_COMPLETED',
    'MEDIA_DELETE_REQUEST',
    'MEDIA_DELETE_COMPLETED',
    'DMCA_TAKEDOWN_CREATED',
    'DMCA_TAKEDOWN_UPDATED',
    'DEPLOYMENT_STARTUP',
    'DEPLOYMENT_FILE_SYSTEM_CHECK',
  ],
  'web/app/operator/admin-routes.tsx': ['Redirecting...'],
  'web/lib/browser/preferences.ts': ['adminToken'],
  'admin/traffic-handlers/traffic-handlers.api.ts': [
    'Invalid Time',
    'Failed to save idle redirect configuration',
    'Failed to save back button configuration',
  ],
  'shared/visitor/traffic.ts': [
    'Idle redirect time must be at least 30 seconds',
    'Please enter a valid URL including http:// or https://',
  ],
  'shared/visitor/ads.ts': ['Please enter a valid URL (e.g., https://example.com)'],
  'admin/email-capture/email-capture.api.ts': ['Failed to update email capture configuration'],
  'admin/login/login.api.ts': ['Invalid credentials'],
  'api/features/operator-login/operator-login.service.ts': ['Invalid credentials'],
  'admin/login/login-page.tsx': ['Successfully logged in to admin panel'],
  'web/lib/operator/call-as-operator.ts': [
    'Authentication failed',
    'Your admin session may have expired. Please log in again at /adm',
  ],
  'admin/database/site-health.api.ts': [
    'Failed to check inactive accounts',
    'Server returned HTML instead of JSON - authentication may have failed',
  ],
  'admin/population/population.api.ts': [
    'Admin authentication required. Please log in to the admin portal first.',
    'Failed to fix sequence',
  ],
  'admin/vote-export/vote-export-page.tsx': ['Failed to export votes data'],
  'admin/bucket/deletion-bar.tsx': ['Failed to delete files'],
  'admin/bucket/duplicates-card.tsx': ['Failed to find duplicates'],
  'admin/vote-multiplier/vote-multiplier.api.ts': [
    'Failed to fetch vote multiplier configuration',
    'Failed to update vote multiplier configuration',
    'Vote multiplier settings have been saved successfully.',
  ],
  'web/lib/operator/setting-changes.ts': ['Configuration Updated', 'Invalid Configuration', 'Update Failed'],
  'admin/media/media.api.ts': ['Success', 'Media deleted successfully', 'Error'],
  'admin/takedowns/takedowns.api.ts': [
    'Failed to update takedown',
    'Error',
    'Success',
    'DMCA takedown updated successfully',
  ],
  'admin/logs/logs.api.ts': ['Failed to export logs', 'Error', 'Success', 'Audit logs exported successfully'],
}

const CONSTANTS: Table = {
  'admin/traffic-handlers/traffic-handlers.api.ts': [
    ": 'Invalid URL')",
    "() => 'Invalid URL'",
    "{ title: 'Save Failed', fallback: 'Failed to save idle redirect",
    "{ title: 'Save Failed', fallback: 'Failed to save back button",
  ],
  'admin/traffic-handlers/traffic-handlers-page.tsx': [
    '? IDLE_TIME.min : toNumber',
    'min={IDLE_TIME.min}',
    'max={IDLE_TIME.max}',
    'hasStatus(error, 500)',
  ],
  'shared/visitor/ads.ts': [".min(1, 'Zone name cannot be empty')", ".min(1, 'Button text cannot be empty')"],
  'shared/visitor/email-capture.ts': [
    ".min(VOTE_THRESHOLD.min, 'Vote threshold must be at least 1')",
    '.default(VOTE_THRESHOLD.default)',
  ],
  'admin/login/login.api.ts': ["text: 'Login failed', advice", "describeError(error, 'Login failed')"],
  'admin/database/site-health-page.tsx': [
    "failure: 'Count query failed'",
    '> Count query failed <',
    '`HTTP ${error.status}`',
    'RERUN = 1000',
  ],
  'admin/population/population-page.tsx': [
    'votes per media with a 70% to 100% Hot bias, {PAUSE}.',
    '`pausing every ${',
    '{POPULATION.min} to {POPULATION.max} votes',
    'title="Population failed"',
    "{ title: 'Population failed' }",
    "{ minVotes: '3000', maxVotes: String(POPULATION.most) }",
    'Failed to fix sequence{data.error',
  ],
  'shared/operator/vote-multiplier.ts': [
    ".number('Vote multiplier must be greater than 0'",
    ".gt(0, 'Vote multiplier must be greater than 0'",
    '.gt(0,',
    '.default(1)',
  ],
  'admin/media/media.api.ts': ["fallback: 'Failed to delete media'"],
  'web/lib/operator/operator.ts': ["new NotCalledError('Admin authentication required')"],
  'web/ui/feedback/query-view.tsx': [
    "[`HTTP ${error.status}`, error.statusText].filter(Boolean).join(': ')",
    '`: ${getMessage(error)}`',
  ],
  'shared/visitor/traffic.ts': ['.default(IDLE_TIME.default)'],
  'admin/email-capture/email-capture-page.tsx': ['min={min}', 'max={max}'],
  'web/lib/operator/setting-changes.ts': ['OPERATOR_CACHE_MS)'],
  'api/features/settings/settings.routes.ts': ['buttonText: SKIP_TEXT'],
  'web/features/rate/rate-page.tsx': ["'Skip this photo'"],
  'admin/ads/ads-page.tsx': ['buttonText: SKIP_TEXT'],
  'admin/users/users-page.tsx': [
    "`Last ${counted(days, 'day')}`",
    "sort: 'createdAt'",
    "order: 'desc'",
    '`Showing ${count(total)} of ${count(Math.max(total, totalUsers))} users`',
  ],
  'api/features/users/users.queries.ts': [
    '>= now() - make_interval(days => ',
    'active: or(gt(uploads, 0), gt(votesCast, 0))',
  ],
  'shared/operator/users.ts': ["z.enum(userSorts).default('createdAt')"],
  'shared/page.ts': [".default('desc')"],
  'admin/users/user-columns.tsx': ['latitude.toFixed(2)', 'longitude.toFixed(2)'],
  'api/features/users/purge.service.ts': [
    'AND NOT EXISTS (SELECT FROM media WHERE owner_id = users.id)',
    '`email IS NULL AND votes_cast = 0 AND',
    '`views_made < 2 AND ${isPurgeable(hours)}`',
  ],
  'web/lib/operator/totals.ts': ['`${bytes} B`', 'const KB = 1024', '.toFixed(1)} KB', '.toFixed(1)} MB'],
  'web/lib/browser/format.ts': ['`${bytes} Bytes`', '.toFixed(2)}', 'Math.min(3,', "'KB', 'MB', 'GB'"],
  'admin/bucket/deletion-bar.tsx': ['RELOAD_AFTER_MS = 1000'],
  'admin/vote-multiplier/vote-multiplier-page.tsx': [
    'min={0.1}',
    'step={0.1}',
    'Number(text) || 1',
    'Math.round(REAL * multiplier)',
    'Common values: 1.5-10.0.',
    'Example: 2.5 shows 250 when the real count is 100.',
    'placeholder="1.0"',
  ],
  'web/lib/session/vote-multiplier.ts': ['Math.round(votes * data.multiplier)'],
  'admin/vote-multiplier/vote-multiplier.api.ts': ['OPERATOR_CACHE_MS)'],
  'admin/logs/logs-page.tsx': ['h-[36rem] max-h-[75svh]', '`Showing ${count(total)} of ${count(all)} log entries`'],
  'admin/logs/logs.api.ts': ['`audit-logs-${day}.json`', 'toISOString().slice(0, 10)'],
  'web/ui/data/data-table.tsx': ['label="Select all"'],
  'admin/login/login-page.tsx': ['>Login<', ": 'Login'"],
  'admin/media/media-list.tsx': ['`Delete ${item.originalName}`'],
  'admin/database/data-cards.tsx': ['title="Import Media from Bucket"'],
  'admin/vote-export/vote-export-page.tsx': ['title="Export Votes"', ": 'Export Votes'", '`votes_export_${'],
  'api/features/vote-export/vote-export.service.ts': ["['user_id', 'media_id', 'is_hot', 'voted_at']"],
  'api/features/vote-export/vote-export.routes.ts': ['`votes_export_${day}.xlsx`'],
  'admin/takedowns/takedowns-page.tsx': ['`Media #${mediaId}`'],
  'admin/takedowns/takedown-detail.tsx': ['title="Infringing URLs"', '<p className="text-mute">N/A</p>'],
  'api/features/audit/audit.service.ts': ["'%PURGE%'", "'%DELETE%'"],
  'web/lib/api/cached-for.ts': ['OPERATOR_CACHE_MS = 10 * MINUTE'],
}

test('shows each text of admin.md', () => {
  expect(listChangedTexts(TEXTS)).toEqual([])
})

test('uses each number of admin.md in its code', () => {
  expect(listChangedCode(CONSTANTS)).toEqual([])
})

test('exports the constants of admin.md', () => {
  expect({ IDLE_TIME, VOTE_THRESHOLD, POPULATION, LAST_DAYS, FIRST_YEAR, ZONE_NAME, SKIP_NAME, SKIP_TEXT }).toEqual({
    IDLE_TIME: { default: 300, min: 30, max: 3600 },
    VOTE_THRESHOLD: { default: 5, min: 1, max: 100 },
    POPULATION: { min: 10, max: 50, most: 10_000, perCall: 500, leastHot: 0.7, mostHot: 1 },
    LAST_DAYS: [1, 7, 30, 90],
    FIRST_YEAR: 2016,
    ZONE_NAME: 'Ad Zone 1',
    SKIP_NAME: 'Skip Button',
    SKIP_TEXT: 'Skip this photo',
  })
})
