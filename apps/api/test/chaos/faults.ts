import { setTimeout as pause } from 'node:timers/promises'
import type { ChaosSite, SiteProcess } from './chaos-site.ts'
import type { Fault as ProxyFault } from './fault-proxy.ts'

/** `lasts` is the minimum duration in milliseconds. */
type Fault = {
  begin: () => Promise<unknown> | unknown
  end: () => Promise<unknown> | unknown
  endsProcess?: true
  lasts?: number
}
/** A text is the reason why the machine cannot produce the fault. */
type Possible = Fault | string

/** Milliseconds after which clients have timed out. */
const GIVEN_UP = { database: 8000, store: 12_000, mail: 8000 }

const killed = (one: SiteProcess, signal: 'SIGKILL' | 'SIGTERM'): Fault => ({
  begin: () => one.end(signal),
  end: () => one.start(),
  endsProcess: true,
})

const frozen = (one: SiteProcess): Fault => ({
  begin: () => one.signal('SIGSTOP'),
  end: () => one.signal('SIGCONT'),
})

type Proxy = { fail: (fault: ProxyFault) => void; work: () => void }

const faultyWay = (proxy: Proxy, fault: ProxyFault, lasts = 0): Fault => ({
  begin: () => proxy.fail(fault),
  end: () => proxy.work(),
  lasts,
})

const processFaults = ({ web: [one, other], worker }: ChaosSite): Record<string, Fault> => {
  return {
    'a web process is killed': killed(one, 'SIGKILL'),
    'the other web process is replaced': killed(other, 'SIGTERM'),
    'a web process stands still': frozen(one),
    'the worker is killed': killed(worker, 'SIGKILL'),
    'the worker stands still': frozen(worker),
  }
}

const readOnly = ({ database: { query } }: ChaosSite): Fault => {
  const become = async (is: 'on' | 'off') => {
    await query(`ALTER SYSTEM SET default_transaction_read_only = ${is}`)
    await query('SELECT pg_reload_conf()')
  }
  return { begin: () => become('on'), end: () => become('off') }
}

/** PostgreSQL either crashes on a full disk or continues once there is space. */
const databaseFull = ({ database }: ChaosSite): Possible => {
  const { disk } = database
  if (typeof disk === 'string') return disk
  return {
    begin: () => disk.fill(),
    async end() {
      disk.empty()
      const isThere = () => database.query('SELECT 1').then(Boolean, () => false)
      const isGone = database.hasEnded().then(() => true)
      while (!(await isThere())) if (await Promise.race([isGone, pause(500, false)])) return database.start()
    },
  }
}

const databaseFaults = (site: ChaosSite) => {
  const { database } = site
  return {
    'the database is killed': { begin: () => database.kill(), end: () => database.start() },
    'the database is restarted': { begin: () => database.stop(), end: () => database.start() },
    'the database is out of reach': faultyWay(database.proxy, { how: 'refuse' }),
    'the database stands still': faultyWay(database.proxy, { how: 'hold' }, GIVEN_UP.database),
    'the database is far away': faultyWay(database.proxy, { how: 'delay', milliseconds: 60 }),
    'answers of the database are lost': faultyWay(database.proxy, { how: 'lose answers' }, GIVEN_UP.database),
    'connections to the database break': faultyWay(database.proxy, { how: 'cut', bytes: 4000 }),
    'the database takes no writes': readOnly(site),
  }
}

const storeFaults = ({ store }: ChaosSite): Record<string, Fault> => ({
  'the bucket refuses': faultyWay(store, { how: 'refuse' }),
  'the bucket is slow': faultyWay(store, { how: 'delay', milliseconds: 300 }),
  'the bucket answers late': faultyWay(store, { how: 'hold' }, GIVEN_UP.store),
  'answers of the bucket are lost': faultyWay(store, { how: 'lose answers' }, GIVEN_UP.store),
  'the bucket breaks off': faultyWay(store, { how: 'cut', bytes: 1500 }),
})

const mailFaults = ({ mail, mailbox }: ChaosSite): Record<string, Fault> => {
  const mode = (is: 'try-later' | 'cut'): Fault => ({
    begin: () => mailbox.become(is),
    end: () => mailbox.become('ok'),
  })
  return {
    'the mail server is out of reach': faultyWay(mail, { how: 'refuse' }),
    'the mail server says nothing': faultyWay(mail, { how: 'hold' }, GIVEN_UP.mail),
    'the mail server takes nothing now': mode('try-later'),
    'the mail server breaks off after a mail': mode('cut'),
  }
}

const siteDiskFull = ({ disk: { full } }: ChaosSite): Possible =>
  typeof full === 'string' ? full : { begin: full.fill, end: full.empty }

const jumping = ({ clock }: ChaosSite, seconds: number): Possible =>
  typeof clock === 'string' ? clock : { begin: () => clock.jump(seconds), end: () => clock.jump(0) }

export const RARELY_POSSIBLE = [
  'a clock jumps ahead',
  'a clock falls behind',
  'the disk of the database is full',
  'the disk of the site is full',
] as const

const rareFaults = (site: ChaosSite): Record<(typeof RARELY_POSSIBLE)[number], Possible> => ({
  'a clock jumps ahead': jumping(site, 7200),
  'a clock falls behind': jumping(site, -7200),
  'the disk of the database is full': databaseFull(site),
  'the disk of the site is full': siteDiskFull(site),
})

export const getFaults = (site: ChaosSite): Record<string, Possible> => ({
  ...processFaults(site),
  ...databaseFaults(site),
  ...storeFaults(site),
  ...mailFaults(site),
  ...rareFaults(site),
})
