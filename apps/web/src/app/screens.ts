import { paths } from '../lib/session/paths.ts'
import { lazyScreen } from './loading-screen.tsx'

/** The visitor's screens but the first one: each is fetched when it is first shown, or before, by `prefetchScreen`. */
export const screens = {
  [paths.upload]: lazyScreen(async () => (await import('../features/upload/upload-page.tsx')).UploadPage),
  [paths.stats]: lazyScreen(async () => (await import('../features/stats/stats-page.tsx')).StatsPage),
  [paths.profile]: lazyScreen(async () => (await import('./visitor/profile-screen.tsx')).ProfileScreen),
  [paths.takedown]: lazyScreen(async () => (await import('../features/takedown/takedown-page.tsx')).TakedownPage),
}

const byPath: Record<string, (typeof screens)[keyof typeof screens] | undefined> = screens

/** Somebody points at a link to it, reaches it by key or puts a finger on it. */
export const prefetchScreen = (path: string) => byPath[path]?.prefetch()
