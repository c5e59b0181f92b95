import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SettingName } from '@hotvote/shared/operator/settings'
import { claimPort } from '../../../../scripts/ports.ts'
import { DELETE_JOBS, JOBS } from '../../../api/test/app/job-table.ts'
import { nodeEnv, PATIENT } from '../../../api/test/app/settings.ts'
import { cloneTemplate, openConnection } from '../../../api/test/app/template-server.ts'
import { startMailServer } from '../../../api/test/fakes/mail-server.ts'

type Beside = {
  url: string
  dataDir: string
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
}

/** Milliseconds between two idle checks. */
const LOOK = 10

/** Counts running statements, running jobs, and connections that are being opened. */
const AT_WORK = `
SELECT (SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
      AND state IS DISTINCT FROM 'idle')
  + (SELECT count(*) FROM ${JOBS} WHERE state = 'active') AS count`

const untilIdle = async ({ url, dataDir, query }: Beside) => {
  // Checks twice, because a request may start its statement after the first check.
  for (let idle = 0; idle < 2; ) {
    // The server answers this only after reading all earlier requests.
    await fetch(`${url}/healthz`)
    const [row] = await query<{ count: string }>(AT_WORK)
    // Only uploads have folders here; the file of an export stays and does not count.
    const uploads = globSync('{tmp,media/.incoming}/*/*/', { cwd: dataDir })
    idle = row?.count === '0' && uploads.length === 0 ? idle + 1 : 0
    if (idle < 2) await pause(LOOK)
  }
}

/** Deletes without foreign-key checks, which is a hundred times faster than `TRUNCATE` for a few rows. */
const REMOVE_ROWS = `
DO $$ DECLARE name text; BEGIN
  PERFORM set_config('session_replication_role', 'replica', false);
  FOREACH name IN ARRAY ARRAY(SELECT tablename FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('catalog', 'workers')) LOOP
    EXECUTE format('DELETE FROM %I', name);
    COMMIT;
  END LOOP;
  PERFORM set_config('session_replication_role', 'origin', false);
  UPDATE catalog SET last_position = 0;
  COMMIT;
  ${DELETE_JOBS};
END $$`

/** Removes all rows, jobs and files of a running site; ids keep counting. */
const emptySite = async (site: Beside) => {
  await site.query(REMOVE_ROWS)
  await untilIdle(site)
  await site.query(REMOVE_ROWS)
  const media = join(site.dataDir, 'media')
  // Keeps `.incoming`, where the running site assembles files.
  for (const name of readdirSync(media).filter((one) => one !== '.incoming'))
    rmSync(join(media, name), { recursive: true })
}

const MAIN = fileURLToPath(new URL('../../../api/src/main.ts', import.meta.url))

/** Waits until the process logs its address; returns a getter for the lines so far. */
const started = (child: ChildProcess) =>
  new Promise<() => string[]>((done, fail) => {
    const said = { out: '', err: '' }
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said.out += text
      // Drops the text after the last line break, because that line is incomplete.
      if (said.out.includes('is running at')) done(() => said.out.split('\n').slice(0, -1))
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said.err += text
    })
    child.once('exit', (code, signal) =>
      fail(new Error(`The application ended with ${code ?? signal}:\n${said.out}${said.err}`)),
    )
  })

type LogLine = { msg: string; [name: string]: unknown }

export const OPERATOR = { username: 'admin', password: 'a long enough password' }

const settings = (port: number, dataDir: string, databaseUrl: string) => ({
  ...nodeEnv,
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  SECRET: 's'.repeat(32),
  ADMIN_PASSWORD: OPERATOR.password,
  RATE_LIMITS: 'relaxed',
  ...PATIENT,
  // Processes media at normal priority, because tests wait for the results.
  MEDIA_NICE: 'off',
  LOG_LEVEL: 'warn',
})

/** Starts the application as a process with its own database, data folder and port. */
export const startSite = async (more: { files?: Record<string, string>; env?: Record<string, string> } = {}) => {
  const database = await cloneTemplate(process.env.TEST_POSTGRES_URL ?? '')
  const mailbox = await startMailServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'hotvote-e2e-'))
  for (const [name, content] of Object.entries(more.files ?? {})) writeFileSync(join(dataDir, name), content)
  const { port, release } = await claimPort()
  // Running in the data folder ignores a developer's `.env`.
  const options = {
    cwd: dataDir,
    env: { ...settings(port, dataDir, database.url), SMTP_URL: mailbox.url, ...more.env },
    stdio: 'pipe',
  } as const
  const launch = async () => {
    const child = spawn(process.execPath, [MAIN], options)
    return { child, output: await started(child) }
  }
  let running = await launch()
  const end = async (signal?: 'SIGKILL') => {
    const ended = new Promise((done) => running.child.once('exit', done))
    if (running.child.kill(signal)) await ended
  }
  // Shares one connection, because opening a connection takes longer than most statements.
  const { query, end: closeConnection } = await openConnection(database.url)
  const url = `http://127.0.0.1:${port}`
  let linesBefore = 0
  return {
    url,
    query,
    dataDir,
    /** Adds a setting's version, as a save does. */
    saveSetting: (name: SettingName, values: object) =>
      query(
        `INSERT INTO settings (name, version, values, actor)
         SELECT $1::text, coalesce(max(version), 0) + 1, $2::jsonb, 'operator' FROM settings WHERE name = $1`,
        [name, values],
      ),
    /** Log lines with this text since `empty`, oldest first. */
    logged: (text: string) =>
      running
        .output()
        .slice(linesBefore)
        .filter((line) => line.startsWith('{') && line.includes(text))
        .map((line): LogLine => JSON.parse(line))
        .filter(({ msg }) => msg === text),
    mailbox,
    /** Deletes all data; ids keep counting, so old data can't be mistaken for new. */
    async empty() {
      const ended = running.child.exitCode ?? running.child.signalCode
      if (ended !== null) throw new Error(`The application ended with ${ended}`)
      await emptySite({ url, query, dataDir })
      linesBefore = running.output().length
    },
    /** Ends the process gracefully, or as a crash with `SIGKILL`; data and port stay. */
    end,
    async startAgain() {
      running = await launch()
      linesBefore = 0
    },
    async stop() {
      await end()
      await mailbox.stop()
      await closeConnection()
      release()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Site = Awaited<ReturnType<typeof startSite>>
