import { savesData } from '../lib/browser/device.ts'
import { paths } from '../lib/session/paths.ts'
import { whenIdle } from './lazy-when-idle.ts'
import { lazyScreen } from './loading-screen.tsx'

/** Screen for the texts that the operator writes: contact, terms, privacy and imprint. */
export const SiteTextPage = lazyScreen(
  async () => (await import('../features/site-texts/site-text-page.tsx')).SiteTextPage,
)

export const CounterNoticePage = lazyScreen(
  async () => (await import('../features/takedown/counter-notice-page.tsx')).CounterNoticePage,
)

/** Visitor screens that are loaded on demand or by `prefetchScreens`. */
export const screens = {
  [paths.upload]: lazyScreen(async () => (await import('../features/upload/upload-page.tsx')).UploadPage),
  [paths.stats]: lazyScreen(async () => (await import('../features/stats/stats-page.tsx')).StatsPage),
  [paths.profile]: lazyScreen(async () => (await import('./visitor/profile-screen.tsx')).ProfileScreen),
  [paths.takedown]: lazyScreen(async () => (await import('../features/takedown/takedown-page.tsx')).TakedownPage),
}

const prefetchAll = () => {
  for (const { prefetch } of Object.values(screens)) prefetch()
}

/** Prefetches all screens, so they also open offline. Skipped if data saver is on. */
export function prefetchScreens() {
  if (!savesData()) void whenIdle().then(prefetchAll)
}
