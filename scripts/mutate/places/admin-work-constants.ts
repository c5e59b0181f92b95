import { besideTest, constant, inApi, inPage, minuteOff, nearby, type Place } from '../place.ts'

const admin = 'features/admin'
const shared = 'packages/shared/src'
const api = 'apps/api/src/features'

const inactive = inApi(`${api}/users/purge.queries.ts`, 'features/users/purge')
const purge: Place[] = [
  constant(inactive, 'Purge rule: no e-mail', ['`email IS NULL AND ', '`']),
  constant(inactive, 'Purge rule: no votes', ['votes_cast = 0 AND ', '', 'votes_cast <= 1 AND ']),
  constant(inactive, 'Purge rule: fewer than 2 views', [
    'views_made < 2',
    'views_made < 1',
    'views_made < 3',
    'views_made <= 2',
  ]),
  constant(inactive, 'Purge rule: and no uploads', [
    'AND NOT EXISTS (SELECT FROM media WHERE owner_id = users.id)',
    '',
  ]),
]

const votes = inApi(`${shared}/population.ts`, 'features/population/population')
const run = inApi(`${api}/population/population.service.ts`, 'features/population/population')
const card = inPage(`${admin}/population/population-card.tsx`, 'admin-population')
const most = { ...votes, tests: [...votes.tests, ...card.tests] }
const population: Place[] = [
  constant(votes, 'Vote population: from 10', nearby('min: 10,')),
  constant(votes, 'Vote population: to 50 votes per media', nearby('max: 50,')),
  constant(most, 'Vote population: at most 10,000 votes per media', nearby('most: 10_000')),
  constant(most, 'Vote population: the most is allowed', ['votes <= POPULATION.most', 'votes < POPULATION.most']),
  constant(votes, 'Vote population: pausing every 500 votes', nearby('perCall: 500')),
  constant(votes, 'Vote population: from 70% Hot', ['leastHot: 0.7', 'leastHot: 0.6', 'leastHot: 0.8']),
  constant(votes, 'Vote population: to 100% Hot', ['mostHot: 1 ', 'mostHot: 0.9 ']),
  constant(run, 'Vote population: both ends of the range are drawn', [
    'randomInt(minVotes, maxVotes + 1)',
    'randomInt(minVotes, maxVotes)',
    'randomInt(minVotes + 1, maxVotes + 1)',
  ]),
  constant(run, 'Vote population: both ends of the bias are drawn', [
    'randomInt(least, Math.floor(left * POPULATION.mostHot) + 1)',
    'randomInt(least, Math.floor(left * POPULATION.mostHot))',
    'randomInt(least + 1, Math.floor(left * POPULATION.mostHot) + 1)',
  ]),
  constant(card, 'Vote population: the text', [
    'votes per media with a 70% to 100% Hot bias, {PAUSE}.',
    'votes per media with a 70% to 99% Hot bias, {PAUSE}.',
    'votes per media with a 71% to 100% Hot bias, {PAUSE}.',
  ]),
  constant(card, 'Vote population: the text of the pause', ['`pausing every ${', '`pausing after ${']),
  constant(card, 'Vote population: the text of the range', [
    '{POPULATION.min} to {POPULATION.max} votes',
    '{POPULATION.min + 1} to {POPULATION.max} votes',
    '{POPULATION.min} to {POPULATION.max + 1} votes',
  ]),
  constant(card, 'Vote population: the range a run begins with', [
    'minVotes: String(POPULATION.min), maxVotes: String(POPULATION.max)',
    'minVotes: String(POPULATION.min + 1), maxVotes: String(POPULATION.max)',
    'minVotes: String(POPULATION.min), maxVotes: String(POPULATION.max + 1)',
  ]),
  constant(
    inPage(`${admin}/population/range-fields.tsx`, 'admin-population'),
    'Vote population: 3,000 to 10,000 votes',
    ['[3000, POPULATION.most]', '[2999, POPULATION.most]', '[3001, POPULATION.most]', '[3000, POPULATION.most - 1]'],
  ),
]

const sizes = besideTest('apps/web/src/lib/operator/bucket-size.ts')
const format = besideTest('apps/web/src/lib/browser/format.ts')
const files: Place[] = [
  constant(sizes, 'File sizes in bucket view: B', ['`${bytes} B`', '`${bytes} Bytes`']),
  constant(sizes, 'File sizes in bucket view: KB (1024)', ['const KB = 1024', 'const KB = 1000']),
  constant(sizes, 'File sizes in bucket view: KB from 1024 on', ['bytes < KB', 'bytes <= KB', 'bytes < KB - 1']),
  constant(sizes, 'File sizes in bucket view: MB from 1024 KB on', ['bytes < MB', 'bytes <= MB', 'bytes < MB - 1']),
  constant(sizes, 'File sizes in bucket view: the unit KB', ['.toFixed(1)} KB', '.toFixed(1)} kB']),
  constant(sizes, 'File sizes in bucket view: the unit MB', ['.toFixed(1)} MB', '.toFixed(1)} GB']),
  constant(format, 'File sizes in media view: Bytes', ['`${bytes} Bytes`', '`${bytes} B`']),
  constant(format, 'File sizes in media view: KB from 1024 on', ['bytes < 1024', 'bytes <= 1024', 'bytes < 1023']),
  constant(format, 'File sizes in media view: a unit is 1024 of the one before', ['1024 ** power', '1000 ** power']),
  constant(format, 'File sizes in media view: 2 decimals', nearby('.toFixed(2)}')),
  constant(format, 'File sizes in media view: GB at most', nearby('Math.min(3,')),
  constant(format, 'File sizes in media view: the units', [
    "'KB', 'MB', 'GB'",
    "'kB', 'MB', 'GB'",
    "'KB', 'MiB', 'GB'",
    "'KB', 'MB', 'GiB'",
  ]),
  constant(inPage(`${admin}/bucket/use-file-deletion.ts`, 'admin-bucket'), 'Reload after a bucket delete: 1 s', [
    'RELOAD_AFTER_MS = 1000',
    'RELOAD_AFTER_MS = 800',
    'RELOAD_AFTER_MS = 1250',
  ]),
  constant(
    inPage(`${admin}/site-health/site-health-page.tsx`, 'admin-site-health'),
    'Reload after an import: 1 s',
    nearby('RERUN = 1000', 350),
  ),
]

const rule = inApi(`${shared}/vote-multiplier.ts`, 'features/settings/vote-multiplier')
const form = inPage(`${admin}/vote-multiplier/vote-multiplier-form.tsx`, 'admin-vote-multiplier')
const cached = besideTest(`apps/web/src/${admin}/vote-multiplier/vote-multiplier.api.ts`)
const multiplier: Place[] = [
  constant(rule, 'Vote multiplier: greater than 0', ['.gt(0,', '.gte(0,', '.gt(-1,', '.gt(0.01,']),
  constant(form, 'Vote multiplier: input minimum 0.1', ['min={0.1}', 'min={0.2}', 'min={0}']),
  constant(form, 'Vote multiplier: step 0.1', ['step={0.1}', 'step={0.2}', 'step={0.05}']),
  constant(form, 'Vote multiplier: fallback 1', [
    'Number(text) || 1',
    'Number(text) || 2',
    'Number(text) || 0.1',
    'Number(text)',
  ]),
  constant(
    inApi(`${api}/settings/all-settings.ts`, 'features/settings/vote-multiplier'),
    'Vote multiplier: default 1',
    ['multiplier: 1,', 'multiplier: 2,', 'multiplier: 0.5,'],
  ),
  constant(form, 'Vote multiplier: the preview is rounded', [
    'Math.round(REAL * multiplier)',
    'Math.floor(REAL * multiplier)',
    'Math.ceil(REAL * multiplier)',
    'Math.round(REAL + multiplier)',
  ]),
  ...['stats', 'stage'].map((spec) =>
    constant(
      inPage('lib/visitor/vote-multiplier.ts', spec),
      `Vote multiplier: displayed counts are rounded (${spec})`,
      [
        'Math.round(votes * data.multiplier)',
        'Math.floor(votes * data.multiplier)',
        'Math.ceil(votes * data.multiplier)',
        'votes * data.multiplier',
      ],
    ),
  ),
  constant(cached, 'Vote multiplier: config cached 10 minutes', minuteOff('OPERATOR_CACHE_MS)')),
  constant(cached, 'Vote multiplier: no automatic refetch', [
    '...cachedFor(OPERATOR_CACHE_MS),',
    '...cachedFor(OPERATOR_CACHE_MS), refetchInterval: 30_000,',
    '...cachedFor(OPERATOR_CACHE_MS), refetchOnWindowFocus: "always",',
  ]),
]

/** Each with the hue of its badge. */
const EVENTS = [
  ['INACTIVE_USER_PURGE', 45],
  ['INACTIVE_ACCOUNTS_PURGE_COMPLETED', 85],
  ['ADMIN_DELETE_REQUEST', 15],
  ['ADMIN_DELETE_COMPLETED', 345],
  ['MEDIA_DELETE_REQUEST', 320],
  ['MEDIA_DELETE_COMPLETED', 295],
  ['DMCA_TAKEDOWN_CREATED', 265],
  ['DMCA_TAKEDOWN_UPDATED', 230],
  ['DEPLOYMENT_STARTUP', 150],
  ['DEPLOYMENT_FILE_SYSTEM_CHECK', 190],
] as const
const events = { file: `${shared}/audit.ts`, tests: ['apps/web/e2e/admin-logs.spec.ts'] }
const logs: Place[] = [
  constant(inPage(`${admin}/logs/log-list.tsx`, 'admin-logs'), 'Audit list: a fixed height', [
    "'h-[36rem] max-h-[75svh]'",
    "'max-h-[75svh]'",
  ]),
  constant(inPage(`${admin}/logs/logs.api.ts`, 'admin-logs'), 'Audit export: the file name includes the date', [
    '`audit-logs-${day}.json`',
    '`audit-logs.json`',
    '`audit-logs-${day}~.json`',
  ]),
  constant(inPage(`${admin}/logs/logs.api.ts`, 'admin-logs'), 'Audit export: the current date', [
    'toISOString().slice(0, 10)',
    'toISOString().slice(0, 7)',
  ]),
  ...EVENTS.map(([event]) => constant(events, `Audit event types: ${event}`, [`  '${event}',\n`, ''])),
  // With the colour of another type: a type without one is grey, which no other type is.
  ...EVENTS.map(([event, hue]) =>
    constant(inPage(`${admin}/logs/log-entry.tsx`, 'admin-logs'), `Audit event types: the colour of ${event}`, [
      `${event}: ${hue}`,
      `${event}: ${hue === 45 ? 85 : 45}`,
    ]),
  ),
]

/** admin.md §9: work on the collection, its files, the multiplier and the audit log. */
export const adminWorkConstants: Place[] = [...purge, ...population, ...files, ...multiplier, ...logs]
