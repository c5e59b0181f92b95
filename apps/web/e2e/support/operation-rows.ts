import type { OperationKind, Progress } from '@hotvote/shared/operator/operations'
import { expect, type Page } from '@playwright/test'
import type { Site } from './running-site.ts'

/** A running operation that no process executes. */
export const addRunningOperation = (site: Site, kind: OperationKind, progress: Partial<Progress>) =>
  site.query(`INSERT INTO operations (kind, status, runs, started_at, progress) VALUES ($1, 'running', 1, now(), $2)`, [
    kind,
    JSON.stringify(progress),
  ])

export const addFailedOperation = (site: Site, kind: OperationKind, error: string) =>
  site.query(`INSERT INTO operations (kind, status, error, ended_at) VALUES ($1, 'failed', $2, now())`, [kind, error])

export const stopOperation = async (page: Page, site: Site) => {
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Stopping…' })).toBeDisabled()
  // The button changes before the server answers.
  const running = () => site.query(`SELECT is_stop_requested AS stop FROM operations WHERE status = 'running'`)
  await expect.poll(running).toEqual([{ stop: true }])
}
