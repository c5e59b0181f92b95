import type { LiveTopic } from '@hotvote/shared/live'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Logger } from 'pino'
import { forLog } from './client.ts'

/** Where processes tell each other what was written. */
const CHANNEL = 'hotvote_changes'

/**
 * For `returning`: tells every process that listens, once the transaction commits. Not in what visitors do all the time: a
 * commit that tells something waits for the others that do.
 */
export const announced = (topic: LiveTopic) => sql<unknown>`pg_notify(${CHANNEL}, ${topic})`

/** Milliseconds. */
const CONNECT_TIMEOUT = 5000
/** Milliseconds between two attempts to listen. */
const RETRY_DELAY = 2000

type Listener = {
  onMessage: (topic: string) => void
  /** Called when it is heard again after an outage, in which nothing was. */
  onReturn: () => void
}

/**
 * Listens for what is announced, on a connection of its own and again after an outage, until it is closed. `url` must lead to
 * PostgreSQL itself: behind a pooler in transaction mode nothing arrives. `ready` resolves after the first attempt.
 */
export const listenForChanges = ({ url, log }: { url: string; log: Logger }, { onMessage, onReturn }: Listener) => {
  let isClosed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const listen = async (isFirst: boolean) => {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      keepAlive: true,
      application_name: 'hotvote',
    })
    client = opened
    // What happened, the end says, too.
    opened.on('error', () => undefined)
    opened.on('notification', ({ payload }) => onMessage(payload ?? ''))
    opened.once('end', () => {
      if (!isClosed) retry = setTimeout(listen, RETRY_DELAY, false)
    })
    try {
      await opened.connect()
      await opened.query(`LISTEN ${CHANNEL}`)
      if (!isFirst) onReturn()
    } catch (failure) {
      if (!isClosed) log.warn(forLog(failure), 'changes are not heard of at once')
      await opened.end().catch(() => undefined)
    }
  }
  const ready = listen(true)
  return {
    ready,
    close: () => {
      isClosed = true
      clearTimeout(retry)
      client?.end().catch(() => undefined)
    },
  }
}
