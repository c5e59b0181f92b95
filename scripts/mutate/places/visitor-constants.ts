import { besideTest, constant, inPage, minuteOff, nearby, type Place } from '../place.ts'

const web = 'apps/web/src'
const e2e = 'apps/web/e2e'
const shared = 'packages/shared/src'
const limits = besideTest(`${shared}/limits.ts`)

/** visitor.md §9: what counts, waits and is measured while one votes. */
const rating: Place[] = [
  constant(inPage('app/save-hint.tsx', 'save-hint'), 'Account-save tooltip: 2 votes', nearby('VOTES = 2')),
  constant(
    { file: `${shared}/email-capture.ts`, tests: ['apps/api/src/features/email-capture/email-capture.test.ts'] },
    'E-mail-capture threshold: 5 by default',
    nearby('default: 5'),
  ),
  constant(inPage('lib/visitor/email-capture.ts', 'email-capture'), 'E-mail-capture threshold: from config', [
    'votes >= config.voteThreshold',
    'votes > config.voteThreshold',
    'votes >= config.voteThreshold - 1',
    'votes >= 5',
  ]),
  constant(
    { file: `${web}/lib/net/call-error.ts`, tests: [`${web}/features/rate/rate.api.test.ts`] },
    'Rate queries: retry once',
    nearby('failures < 1'),
  ),
  ...['features/rate/skip-button.ts', 'features/ads/ads.api.ts'].map((file) =>
    constant(inPage(file, 'ads'), `Rate queries: retry once (${file})`, nearby('retry: 1')),
  ),
  constant(inPage('styles.css', 'arrive'), 'Mobile breakpoint: 768 px', nearby('--breakpoint-md: 768px')),
  constant(besideTest(`${web}/app/use-bar-hidden.ts`), 'Bottom bar: hides beyond 100 px', nearby('HIDES_BEYOND = 100')),
  constant(besideTest(`${web}/app/use-bar-hidden.ts`), 'Bottom bar: shows within 10 px', nearby('SHOWS_WITHIN = 10')),
  constant(
    besideTest(`${web}/app/use-bar-hidden.ts`),
    'Bottom bar: shows when scrolling up, hides when scrolling down',
    ['to < from) return false', 'to > from) return false', 'false) return false'],
  ),
  constant(
    { file: `${web}/app/use-bar-hidden.ts`, tests: [`${e2e}/arrive.spec.ts`], size: 'phone', grep: 'bottom bar' },
    'Bottom bar: it is this bar that hides',
    ['setHidden((wasHidden) => hidesBar(wasHidden, from, to))', 'setHidden(() => hidesBar(false, from, from))'],
  ),
  constant(besideTest(`${web}/features/rate/media-kind.ts`), 'Media fallback ratio: 16:9', nearby('16 / 9')),
]

/** visitor.md §9: what is asked for, when, and how long an answer is kept. Cache times are changed by a minute or more. */
const calls: Place[] = [
  constant(
    inPage('lib/visitor/email-check.ts', 'save-account'),
    'E-mail validation delay: 800 ms',
    nearby('PAUSE_MS = 800'),
  ),
  constant(
    inPage('features/profile/use-username-check.ts', 'profile'),
    'Username availability delay: 500 ms',
    nearby('PAUSE_MS = 500'),
  ),
  constant(limits, 'Username minimum length: 3 characters', nearby('USERNAME_MIN = 3')),
  constant(
    { file: `${shared}/sessions.ts`, tests: [`${e2e}/profile.spec.ts`] },
    'Username minimum length: no shorter one is asked for',
    ['lengthOf(text) >= USERNAME_MIN', 'lengthOf(text) > USERNAME_MIN', 'lengthOf(text) >= USERNAME_MIN - 1'],
  ),
  constant(limits, 'Session id length: 32', nearby('SESSION_ID_LENGTH = 32')),
  constant(
    { file: `${shared}/sessions.ts`, tests: ['apps/api/test/hostile-input.test.ts'] },
    'Session id length: neither shorter nor longer',
    ['.length(SESSION_ID_LENGTH', '.min(SESSION_ID_LENGTH', '.max(SESSION_ID_LENGTH'],
  ),
  constant(inPage('lib/browser/random-id.ts', 'arrive'), 'Session id length: what the browser makes', [
    'new Uint8Array(24)',
    'new Uint8Array(21)',
    'new Uint8Array(27)',
  ]),
  constant(inPage('features/profile/current-position.ts', 'location'), 'Geolocation: high accuracy', [
    'enableHighAccuracy: true',
    'enableHighAccuracy: false',
  ]),
  constant(
    inPage('features/profile/current-position.ts', 'location'),
    'Geolocation: 10 s timeout',
    nearby('timeout: 10_000', 1000),
  ),
  constant(
    inPage('features/profile/current-position.ts', 'location'),
    'Geolocation: cached position up to 5 minutes',
    nearby('maximumAge: 300_000', 60_000),
  ),
  constant(
    besideTest(`${web}/features/rate/skip-button.ts`),
    'Cache times: skip config 5 min',
    minuteOff('ADS_CACHE_MS,'),
  ),
  constant(besideTest(`${web}/features/ads/ads.api.ts`), 'Cache times: ad config 5 min', minuteOff('ADS_CACHE_MS,')),
  constant(
    besideTest(`${web}/lib/visitor/vote-multiplier.ts`),
    'Cache times: multiplier config 30 min',
    minuteOff('SETTINGS_CACHE_MS)'),
  ),
  constant(
    besideTest(`${web}/lib/visitor/email-capture.ts`),
    'Cache times: capture config 30 min',
    minuteOff('SETTINGS_CACHE_MS)'),
  ),
  constant(
    inPage('features/redirects/redirects.api.ts', 'redirects'),
    'Cache times: idle config 5 min',
    minuteOff('ADS_CACHE_MS)'),
  ),
  constant(
    besideTest(`${web}/features/rate/rate.api.ts`),
    'Cache times: next-item prefetch 10 s',
    nearby('PREFETCH_CACHE_MS = 10_000', 1000),
  ),
  constant(besideTest(`${web}/features/rate/rate.api.ts`), 'Cache times: current item 0', [
    'waiting ? 0 : PREFETCH_CACHE_MS',
    'waiting ? 1000 : PREFETCH_CACHE_MS',
    'waiting ? PREFETCH_CACHE_MS : 0',
  ]),
]

/** visitor.md §9: what is seen and done. */
const screens: Place[] = [
  constant(inPage('features/ads/ad-zone.tsx', 'ads-in-page'), 'Ad zone minimum height: 50 px', [
    'min-h-12.5',
    'min-h-12',
    'min-h-13',
  ]),
  ...toasts(),
  constant(inPage('styles.css', 'stage'), 'Tooltip default delay: 700 ms', nearby('transition-delay: 700ms', 100)),
  constant(inPage('features/takedown/takedown-submitted.tsx', 'takedown'), 'Takedown review promise: 24-48 hours', [
    '24-48 hours',
    '24-47 hours',
    '24-49 hours',
    '23-48 hours',
  ]),
  constant(
    besideTest(`${web}/features/redirects/idle-timer.ts`),
    'Activity reset throttle: 1 second',
    nearby('THROTTLE_MS = 1000', 100),
  ),
  constant(
    besideTest(`${web}/features/redirects/idle-timer.ts`),
    'Activity reset throttle: after a whole second it counts again',
    ['- resetAt < THROTTLE_MS', '- resetAt <= THROTTLE_MS', '- resetAt > THROTTLE_MS'],
  ),
  constant(
    inPage('lib/visitor/login-link.ts', 'account-links'),
    'Redirect after magic-link login: 1 second',
    nearby('REDIRECT_MS = 1000'),
  ),
  ...swipeBack(),
  ...['WORK', 'INFRINGEMENT'].map((field) =>
    constant(
      besideTest(`${shared}/takedowns.ts`),
      `Description minimum lengths: 10 characters of ${field.toLowerCase()}`,
      nearby(`.min(10, ${field}.required)`),
    ),
  ),
  ...['latitude', 'longitude'].map((name) =>
    constant(
      inPage('features/profile/location-card.tsx', 'location'),
      `Profile coordinates: 4 decimals of the ${name}`,
      nearby(`${name}.toFixed(4)`),
    ),
  ),
]

export const visitorConstants: Place[] = [...rating, ...calls, ...screens]

function toasts(): Place[] {
  const here = inPage('ui/toast.tsx', 'toasts')
  const place = inPage('ui/toast-place.ts', 'toasts')
  const state = besideTest(`${web}/lib/browser/toasts.ts`)
  return [
    constant(state, 'Toasts: 1 visible', [
      'shown.set({ ...content, id: last, open: true })',
      'if (!shown.get()) shown.set({ ...content, id: last, open: true })',
    ]),
    constant(place, 'Toasts: default display 5000 ms', nearby('TOAST_DURATION_MS = 5000')),
    constant(here, 'Toasts: swipe right to dismiss', [
      'swipeDirection="right"',
      'swipeDirection="left"',
      'swipeDirection="up"',
    ]),
    constant(here, 'Toasts: 50 px threshold', ['swipeThreshold={50}', 'swipeThreshold={49}', 'swipeThreshold={52}']),
    constant(here, 'Toasts: hotkey F8', nearby("hotkey={['F8']}")),
    constant(here, 'Toasts: default label Notification', ['label="Notification"', 'label="Notification~"']),
    constant(state, 'Toasts: removal after dismissal 1,000,000 ms', nearby('REMOVE_AFTER_MS = 1_000_000')),
    constant(place, 'Toasts: max width 420 px on wide screens', nearby('md:max-w-[420px]')),
  ]
}

function swipeBack(): Place[] {
  const here = besideTest(`${web}/features/redirects/swipe-back.ts`)
  const stage = { ...inPage('features/rate/use-swipe.ts', 'rate'), size: 'phone', grep: 'by swipe' } as const
  return [
    constant(here, 'Swipe-back: 100 px distance', nearby('DISTANCE = 100')),
    constant(here, 'Swipe-back: more than the distance', [
      'right > DISTANCE',
      'right >= DISTANCE',
      '-right > DISTANCE',
    ]),
    constant(here, 'Swipe-back: 500 ms', nearby('DURATION_MS = 500')),
    constant(here, 'Swipe-back: less than the time', [
      'from.time < DURATION_MS',
      'from.time <= DURATION_MS',
      'from.time > DURATION_MS',
    ]),
    constant({ ...here, file: `${web}/lib/browser/touch.ts` }, 'Swipe-back: 50 px edge zone', nearby('BACK_EDGE = 50')),
    constant(here, 'Swipe-back: the edge zone is included', [
      'from.x <= BACK_EDGE',
      'from.x < BACK_EDGE',
      'from.x >= BACK_EDGE',
    ]),
    constant(stage, 'Swipe-back: what begins in the edge zone is no vote', [
      'event.clientX <= BACK_EDGE',
      'event.clientX < BACK_EDGE',
      'event.clientX > BACK_EDGE',
    ]),
    constant(stage, 'Swipe-back: what begins beside the edge zone is a vote', [
      'event.clientX <= BACK_EDGE',
      'event.clientX <= BACK_EDGE + 1',
    ]),
  ]
}
