import type { Site } from './running-site.ts'

export const anHourLater = (site: Site) => site.query(`UPDATE sessions SET seen_at = seen_at - interval '61 minutes'`)
