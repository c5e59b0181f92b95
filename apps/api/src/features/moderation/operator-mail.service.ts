import { counted } from '@hotvote/shared/counted'
import { DUE_HOURS } from '@hotvote/shared/operator/review-queue'
import type { Deps } from '../../deps.ts'
import { buildAdminUrl } from '../../domain/host-names.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { waitingDecisions } from '../../platform/db/waiting-decisions.ts'
import { addKeyedJob, type Tasks } from '../../platform/jobs/queue.ts'
import { removeJob } from '../../platform/jobs/queue-tables.ts'
import { type MailContent, renderMail } from '../../platform/mail/layout.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'

type MailDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>

/** Seconds. */
const URGENT_PAUSE = 600
const URGENT = { name: 'mail-urgent-reports', key: 'mail-urgent-reports' } as const

export const queueUrgentMail = async (tx: Db, { operatorEmail }: Pick<Deps['config'], 'operatorEmail'>) => {
  if (operatorEmail) await addKeyedJob(tx, { ...URGENT, payload: {}, keepsTime: true })
}

type Told = Pick<MailContent, 'title' | 'paragraphs' | 'footnotes'>

const mailOperator = async (deps: MailDeps, tx: Db, { to, ...told }: Told & { to: string }) => {
  const button = { label: 'Open the queue', url: `${buildAdminUrl(deps.config)}/queue` }
  const mail = renderMail(deps.brands.of(undefined), { subject: told.title, ...told, button })
  await queueMail(deps, tx, { to, about: { to: 'operator' }, ...mail })
}

export const mailUrgentReports = (deps: MailDeps, { isQuiet }: Tasks['mail-urgent-reports']) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const to = deps.config.operatorEmail
    if (isQuiet || !to) return
    // Queue the next email before counting, so that it covers reports committed later.
    await addKeyedJob(tx, { ...URGENT, payload: { isQuiet: true }, delay: URGENT_PAUSE })
    const { waiting } = (await waitingDecisions(tx)).urgentReports
    if (waiting === 0) {
      await removeJob(tx, URGENT.name, URGENT.key)
      return
    }
    const items = waiting === 1 ? 'an item' : counted(waiting, 'item')
    await mailOperator(deps, tx, {
      to,
      title: `${counted(waiting, 'urgent report')} ${waiting === 1 ? 'waits' : 'wait'} for you`,
      paragraphs: [
        `Visitors reported ${items} as child nudity or other illegal content. Please decide within ${DUE_HOURS.report} hours.`,
      ],
      footnotes: ['Sent at most once every ten minutes.'],
    })
  })

export const mailDigest = (deps: MailDeps) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const to = deps.config.operatorEmail
    if (!to) return
    const { urgentReports, otherReports, takedowns, lookAlikes, surges, uploads } = await waitingDecisions(tx)
    const kinds = [
      { waiting: urgentReports.waiting + otherReports.waiting, noun: 'report' },
      { waiting: takedowns.waiting, noun: 'takedown request' },
      { waiting: lookAlikes.waiting, noun: 'look-alike' },
      { waiting: surges.waiting, noun: 'crowded network' },
      { waiting: uploads.waiting, noun: 'upload' },
    ].filter(({ waiting }) => waiting > 0)
    if (kinds.length === 0) return
    const numbers = kinds.map(({ waiting, noun }) => counted(waiting, noun)).join(', ')
    await mailOperator(deps, tx, {
      to,
      title: `Waiting for you: ${numbers}`,
      paragraphs: ['These are waiting for your decision, most urgent first.'],
      footnotes: ['Sent once a day while anything is waiting.'],
    })
  })
