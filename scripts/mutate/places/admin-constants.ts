import { besideTest, constant, inApi, inPage, minuteOff, nearby, type Place } from '../place.ts'

const admin = 'features/admin'
const shared = 'packages/shared/src'
const api = 'apps/api/src/features'
const settings = `${api}/settings/all-settings.ts`

const idleForm = inPage(`${admin}/traffic-handlers/idle-redirect-section.tsx`, 'admin-traffic-handlers')
const idle = {
  file: `${shared}/traffic.ts`,
  tests: ['apps/api/src/features/traffic/traffic-operator.test.ts', ...idleForm.tests],
}
const traffic: Place[] = [
  constant(idle, 'Idle redirect time: default 300 seconds', nearby('default: 300')),
  constant(idle, 'Idle redirect time: minimum 30', nearby('min: 30')),
  constant(idle, 'Idle redirect time: maximum 3600', nearby('max: 3600')),
  constant(idle, 'Idle redirect time: the minimum is allowed', ['.min(IDLE_TIME.min,', '.gt(IDLE_TIME.min,']),
  constant(idle, 'Idle redirect time: the maximum is allowed', ['.max(IDLE_TIME.max,', '.lt(IDLE_TIME.max,']),
  constant(
    {
      file: settings,
      tests: ['traffic-operator', 'traffic'].map((test) => `${api}/traffic/${test}.test.ts`),
    },
    'Idle redirect time: default of the operator, and public',
    ['idleRedirectTime: IDLE_TIME.default', 'idleRedirectTime: IDLE_TIME.min'],
  ),
  constant(idleForm, 'Idle redirect time: minimum of the input', [
    'min={IDLE_TIME.min}',
    'min={IDLE_TIME.min + 1}',
    '',
  ]),
  constant(idleForm, 'Idle redirect time: maximum of the input', [
    'max={IDLE_TIME.max}',
    'max={IDLE_TIME.max - 1}',
    '',
  ]),
]

const capture = inApi(`${shared}/email-capture.ts`, 'features/email-capture/email-capture-operator')
const captureForm = inPage(`${admin}/email-capture/email-capture-form.tsx`, 'admin-email-capture')
const emailCapture: Place[] = [
  constant(capture, 'E-mail capture threshold: default 5', nearby('default: 5')),
  constant(capture, 'E-mail capture threshold: from 1', nearby('min: 1,')),
  constant(capture, 'E-mail capture threshold: to 100', nearby('max: 100')),
  constant(
    {
      file: settings,
      tests: ['email-capture-operator', 'email-capture'].map((test) => `${api}/email-capture/${test}.test.ts`),
    },
    'E-mail capture threshold: default of the operator, and public',
    ['voteThreshold: VOTE_THRESHOLD.default', 'voteThreshold: VOTE_THRESHOLD.min'],
  ),
  constant(captureForm, 'E-mail capture threshold: minimum of the input', ['min={min}', 'min={min + 1}', '']),
  constant(captureForm, 'E-mail capture threshold: maximum of the input', ['max={max}', 'max={max - 1}', '']),
  constant(
    besideTest(`apps/web/src/${admin}/email-capture/email-capture.api.ts`),
    'E-mail capture: config cached 10 minutes',
    minuteOff('OPERATOR_CACHE_MS)'),
  ),
]

const names = inPage(`${admin}/ads/ads-page.tsx`, 'admin-ads')
const ads: Place[] = [
  constant(inApi(`${shared}/ads.ts`, 'features/ads/ads'), 'Skip button default text', [
    "'Skip this photo'",
    "'Skip this photo~'",
  ]),
  constant(
    inApi(`${api}/settings/public-settings.routes.ts`, 'features/ads/ads'),
    'Skip button default text: public default',
    ['|| SKIP_TEXT', "|| ''"],
  ),
  constant(inPage('features/rate/skip-button.ts', 'ads'), 'Skip button default text: before an answer', [
    "'Skip this photo'",
    "'Skip this photo~'",
  ]),
  constant(names, 'Skip button default text: the form', ['buttonText: SKIP_TEXT', "buttonText: ''"]),
  constant({ file: `${shared}/ads.ts`, tests: names.tests }, 'Default zone name: Ad Zone 1', [
    "'Ad Zone 1'",
    "'Ad Zone 1~'",
  ]),
  constant({ file: `${shared}/ads.ts`, tests: names.tests }, 'Default zone name: Skip Button', [
    "'Skip Button'",
    "'Skip Button~'",
  ]),
]

const dates = inPage(`${admin}/users/date-range.tsx`, 'admin-users')
const offered = { file: `${shared}/users.ts`, tests: dates.tests }
const users: Place[] = [
  constant(offered, 'User filter: last 1, 7, 30, 90 days', [
    'LAST_DAYS = [1, 7, 30, 90]',
    'LAST_DAYS = [2, 7, 30, 90]',
    'LAST_DAYS = [1, 6, 30, 90]',
    'LAST_DAYS = [1, 7, 31, 90]',
    'LAST_DAYS = [1, 7, 30, 89]',
    'LAST_DAYS = [1, 7, 30]',
  ]),
  constant(dates, 'User filter: label of the last day', ["'Last 1 day'", "'Last 1 day~'"]),
  constant(dates, 'User filter: labels of last N days', ['`Last ${days} days`', '`Last ${days} days~`']),
  constant(dates, 'User filter: what a label of last N days stands for', ['value={days}', 'value={days + 1}']),
  constant(inApi(`${api}/users/users.queries.ts`, 'features/users/users'), 'User filter: last N days', [
    '>= now() - make_interval(days => ',
    '<= now() - make_interval(days => ',
    '>= now() - make_interval(weeks => ',
  ]),
  constant(offered, 'Year options: ten years back from 2025', nearby('FIRST_YEAR = 2016')),
  constant(dates, 'Year options: counting down', ['(_, n) => now - n)', '(_, n) => FIRST_YEAR + n)']),
  constant(dates, 'Year options: this year is one of them', ['now - FIRST_YEAR + 1', 'now - FIRST_YEAR']),
  constant(dates, 'Month options: twelve', nearby('length: 12')),
  constant(dates, 'Month options: their names', ["month: 'long'", "month: 'short'", "month: '2-digit'"]),
  constant(dates, 'Month options: what a month stands for', ['value={n + 1}', 'value={n}', 'value={n + 2}']),
  constant(inApi(`${api}/users/users.queries.ts`, 'features/users/users'), 'Month options: the month of the date', [
    'extract(month FROM ${column}) =',
    'extract(month FROM ${column}) + 1 =',
  ]),
  constant(inPage(`${admin}/users/user-filters.ts`, 'admin-users'), 'Default sort: createdAt', [
    "sort: 'createdAt'",
    "sort: 'loginCount'",
  ]),
  constant(inPage(`${admin}/users/user-filters.ts`, 'admin-users'), 'Default sort: descending', [
    "order: 'desc'",
    "order: 'asc'",
  ]),
  constant(inApi(`${shared}/users.ts`, 'features/users/users'), 'Default sort: createdAt on the server', [
    "z.enum(userSorts).default('createdAt')",
    "z.enum(userSorts).default('loginCount')",
  ]),
  constant(inApi(`${shared}/page.ts`, 'features/users/users'), 'Default sort: descending on the server', [
    ".default('desc')",
    ".default('asc')",
  ]),
  ...['latitude', 'longitude'].map((name) =>
    constant(
      inPage(`${admin}/users/user-columns.tsx`, 'admin-users'),
      `Coordinates: 2 decimals of the ${name}`,
      nearby(`${name}.toFixed(2)`),
    ),
  ),
]

/** admin.md §9: redirects, e-mail capture, ads and the list of users. */
export const adminConstants: Place[] = [...traffic, ...emailCapture, ...ads, ...users]
