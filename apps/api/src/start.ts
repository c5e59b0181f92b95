import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { prepareConfig, type Stop } from './prepare.ts'

/**
 * Starts everything that the settings ask for. Our own database starts while the rest of the program is loaded: this file and
 * what it imports are what a start needs for that.
 * @returns what stops it all again, in the opposite order; the operator's password, when nobody was told it yet; and the
 *   end of our own database, when there is one
 */
export const start = async (given: Config, log: Logger, signal: AbortSignal) => {
  const stops: Stop[] = []
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next()
  }
  try {
    const preparing = prepareConfig(given, { stops, log, signal })
    const loading = import('./start-site.ts')
    // Whichever fails first, nothing is still being started when the rest is stopped.
    await Promise.allSettled([preparing, loading])
    const { startSite } = await loading
    const ready = await preparing
    await startSite(ready, log, { stops, signal, isEmbedded: given.databaseUrl === undefined })
    return { stop, newPassword: ready.newPassword, lost: ready.lost }
  } catch (error) {
    await stop()
    throw error
  }
}
