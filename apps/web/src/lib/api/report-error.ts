let sending: Promise<typeof import('./client-errors.ts')> | undefined

/**
 * Has an error written to the log of the server (`POST /api/client-errors`). What sends it is fetched with the first
 * one, and once: where that fails, too, nothing is sent.
 */
export function reportError(failure: unknown) {
  sending ??= import('./client-errors.ts')
  sending.then(({ sendError }) => sendError(failure)).catch(() => undefined)
}

addEventListener('error', ({ error }) => reportError(error))
addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
