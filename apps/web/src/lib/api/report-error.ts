let sending: Promise<typeof import('./client-errors.ts')> | undefined

/** Logs an error on the server (`POST /api/client-errors`). Fails silently if the reporting code cannot be loaded. */
export function reportError(failure: unknown) {
  sending ??= import('./client-errors.ts')
  sending.then(({ sendError }) => sendError(failure)).catch(() => undefined)
}

addEventListener('error', ({ error }) => reportError(error))
addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
