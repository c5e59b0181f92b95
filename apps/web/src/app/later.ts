import type { ComponentType } from 'react'
import { fetched } from '../lib/net/fetched.tsx'

/** Resolves when the page has loaded and has a moment; at the latest, after so many milliseconds. */
const PATIENCE_MS = 2000

const whenIdle = () =>
  new Promise<void>((done) => {
    const wait = () => {
      // Safari knows no idle callbacks.
      if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: PATIENCE_MS })
      else setTimeout(done, PATIENCE_MS / 10)
    }
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  })

const Nothing = () => null

/** A part that the first picture does not wait for; the page lives without it when it cannot be loaded. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  fetched<Props>(async () => {
    await whenIdle()
    return load().catch(() => Nothing)
  })
