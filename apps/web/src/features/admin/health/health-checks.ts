import type { Answer } from '@hotvote/shared/contract'
import { count, counted } from '@hotvote/shared/counted'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { health } from '@hotvote/shared/operator/health'
import {
  Archive,
  Cpu,
  Database,
  HardDrive,
  Inbox,
  ListChecks,
  type LucideIcon,
  Mail,
  Package,
  ScanEye,
  Tag,
} from 'lucide-react'
import { dateTime, fileSize } from '../../../lib/browser/format.ts'
import { DAY_MS } from '../../../lib/operator/due.ts'

export type Health = Answer<typeof health>

type State = 'good' | 'attention' | 'failing' | 'none'
export type Finding = { state: State; value: string; notes: string[] }

/** Seconds. */
const LATE_SECONDS = 300
/** Percent. */
const LOW_DISK_PERCENT = 10

const duration = (seconds: number) => {
  if (seconds < 120) return counted(seconds, 'second')
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.floor(minutes / 60), 'hour')
}

const queueFinding = ({ queue: { due, later, running, failed, oldestDue } }: Health): Finding => ({
  state: failed > 0 || (oldestDue ?? 0) > LATE_SECONDS ? 'attention' : 'good',
  value: `${count(due)} due`,
  notes: [
    oldestDue === null ? 'No jobs waiting.' : `The oldest waits for ${duration(oldestDue)}.`,
    `${count(running)} running, ${count(later)} scheduled, ${count(failed)} failed`,
  ],
})

const decisionFinding = ({ decisions }: Health): Finding => {
  const { reports, urgentReports, takedowns, lookAlikes, uploads, surges, oldest, isLate, isUrgentLate } = decisions
  const urgent = urgentReports > 0 ? ` (${count(urgentReports)} urgent)` : ''
  return {
    state: isUrgentLate ? 'failing' : isLate ? 'attention' : 'good',
    value: `${count(reports + takedowns + lookAlikes + uploads + surges)} waiting`,
    notes: [
      oldest === null ? 'Nothing to do.' : `The oldest waits for ${duration(oldest)}.`,
      `${counted(reports, 'report')}${urgent}, ${counted(takedowns, 'takedown')}, ${counted(lookAlikes, 'look-alike')}`,
      ...(uploads > 0 ? [`${counted(uploads, 'upload')} to review`] : []),
      ...(surges > 0 ? [`${counted(surges, 'network')} with many new visitors`] : []),
    ],
  }
}

const mailFinding = ({ mail }: Health): Finding => {
  if (!mail) return { state: 'none', value: 'Written to files', notes: ['Set SMTP_URL to send mail.'] }
  const { sent, waiting, problem, failed, lastFailure } = mail
  return {
    state: failed > 0 || problem !== null ? 'attention' : 'good',
    value: `${count(sent)} sent`,
    notes: [
      ...(waiting > 0 ? [`${counted(waiting, 'email')} waiting${problem === null ? '' : `: ${problem}`}`] : []),
      `${failed === 0 ? 'None' : count(failed)} failed, in ${PLOT_DAYS} days`,
      ...(lastFailure ? [`Last failure: ${dateTime(lastFailure.at)}, ${lastFailure.reason}`] : []),
    ],
  }
}

const screeningFinding = ({ screening }: Health): Finding => {
  if (!screening) return { state: 'none', value: 'Off', notes: ['Set SCREENING_URL to turn it on.'] }
  const { waiting, problem, failed } = screening
  return {
    state: failed > 0 || problem !== null ? 'attention' : 'good',
    value: `${count(waiting)} waiting`,
    notes: [
      ...(problem === null ? [] : [`Will be retried: ${problem}`]),
      `Last 24 hours: ${failed === 0 ? 'all uploads' : `${counted(failed, 'upload')} not`} screened in time`,
    ],
  }
}

const storeFinding = ({ store: { kind, isReachable } }: Health): Finding => ({
  state: isReachable ? 'good' : 'failing',
  value: isReachable ? 'Reachable' : 'Not reachable',
  notes: [kind === 'bucket' ? 'Files are in a bucket.' : 'Files are on the disk.'],
})

const databaseFinding = ({ database: { ms } }: Health): Finding => ({
  state: 'good',
  value: `${ms} ms`,
  notes: ['The database answers.'],
})

const diskFinding = ({ disk }: Health): Finding => {
  if (!disk) return { state: 'none', value: 'Unknown', notes: [] }
  const share = Math.floor((disk.free / disk.total) * 100)
  const isFull = disk.free < disk.kept
  const low = share < LOW_DISK_PERCENT ? 'attention' : 'good'
  return {
    state: isFull ? 'failing' : low,
    value: `${fileSize(disk.free)} free`,
    notes: [`${share}% of ${fileSize(disk.total)}`, ...(isFull ? ['Uploads are refused.'] : [])],
  }
}

const workerFinding = ({ workers: { alive, lastSeen } }: Health): Finding => ({
  state: alive > 0 ? 'good' : 'failing',
  value: alive > 0 ? `${count(alive)} running` : 'None running',
  notes: [
    lastSeen ? `Last seen ${dateTime(lastSeen)}` : 'None seen recently.',
    ...(alive > 0 ? [] : ['Emails, deletions and operations are waiting.']),
  ],
})

const backupFinding = ({ lastBackup }: Health): Finding => ({
  state: 'none',
  value: lastBackup ? dateTime(lastBackup) : 'Never',
  notes: [lastBackup ? 'Recorded in the audit log.' : 'Backups made by other means are not listed.'],
})

const versionFinding = ({ version, startedAt }: Health): Finding => ({
  state: 'none',
  value: version,
  notes: [`Started ${dateTime(startedAt)}`],
})

/** Milliseconds. Each rule should run once a day. */
const RETENTION_LATE_MS = 2 * DAY_MS

/** Returns true if a rule is overdue, measured from the first check if it has never run successfully. */
export const isRetentionLate = ({ days, lastRun, firstSeen }: Health['retention'][number]) => {
  const since = lastRun ?? firstSeen
  return days > 0 && since !== null && Date.now() - Date.parse(since) > RETENTION_LATE_MS
}

export const checks: { name: string; icon: LucideIcon; evaluate: (health: Health) => Finding }[] = [
  { name: 'Decisions', icon: Inbox, evaluate: decisionFinding },
  { name: 'Jobs', icon: ListChecks, evaluate: queueFinding },
  { name: 'Mail', icon: Mail, evaluate: mailFinding },
  { name: 'Screening', icon: ScanEye, evaluate: screeningFinding },
  { name: 'Store', icon: Package, evaluate: storeFinding },
  { name: 'Database', icon: Database, evaluate: databaseFinding },
  { name: 'Disk', icon: HardDrive, evaluate: diskFinding },
  { name: 'Worker', icon: Cpu, evaluate: workerFinding },
  { name: 'Last backup', icon: Archive, evaluate: backupFinding },
  { name: 'Version', icon: Tag, evaluate: versionFinding },
]
