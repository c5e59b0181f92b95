import type { Page } from '@playwright/test'
import type { Site } from './running-site.ts'

export const logsScreen = (page: Page) => {
  const list = page.getByRole('list', { name: 'Audit log entries' })
  return {
    list,
    /** The scroll container of the list. */
    window: list.locator('..'),
    entry: (name: string | RegExp) => list.getByRole('button', { name }),
    shown: (shown: number | string, total: number | string = shown) =>
      page.getByRole('heading', { name: `Showing ${shown} of ${total} log entries` }),
    tile: (name: string) => page.getByText(name, { exact: true }).locator('..'),
    event: page.getByLabel('Event type'),
    search: page.getByRole('searchbox', { name: 'Search' }),
    date: page.getByLabel('Date (UTC)'),
    pages: page.getByRole('navigation', { name: 'Pages' }),
    next: page.getByRole('link', { name: 'Next' }),
    previous: page.getByRole('link', { name: 'Previous' }),
    live: page.getByRole('switch', { name: 'Live' }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    export: page.getByRole('button', { name: 'Export' }),
    toast: page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
  }
}

export const addEntry = (
  site: Site,
  event: string,
  { at = 'now', ...context }: { at?: string; [name: string]: unknown } = {},
) =>
  site.query(
    `INSERT INTO audit_log (event, actor, request_id, context, created_at) VALUES ($1, 'operator', 'r-1', $2, $3)`,
    [event, JSON.stringify(context), at],
  )
export const addEntries = (site: Site, count: number) =>
  site.query(
    `INSERT INTO audit_log (event, actor, context) SELECT 'MEDIA_DELETE_REQUEST', 'visitor', jsonb_build_object('mediaId', n)
    FROM generate_series(1, $1::int) n`,
    [count],
  )
export const fillLog = async (site: Site) => {
  await addEntry(site, 'INACTIVE_USER_PURGE', { userId: 4, at: '2026-01-01 23:30+00' })
  await addEntry(site, 'ADMIN_DELETE_REQUEST', { mediaId: 12, why: 'Not theirs', at: '2026-01-02 08:00+00' })
  await addEntry(site, 'ADMIN_DELETE_COMPLETED', { mediaId: 12, votes: 3, at: '2026-01-02 08:01+00' })
  await addEntry(site, 'DEPLOYMENT_STARTUP', { at: '2026-01-03 08:00+00' })
}
