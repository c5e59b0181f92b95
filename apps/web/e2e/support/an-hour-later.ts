import type { Site } from './running-site.ts'

/** As if no visitor had been here since. */
export const anHourLater = (site: Site) => site.query(`UPDATE sessions SET seen_at = seen_at - interval '61 minutes'`)
