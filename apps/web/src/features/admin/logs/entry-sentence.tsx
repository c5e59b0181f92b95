import { counted } from '@hotvote/shared/counted'
import { TRASH_DAYS } from '@hotvote/shared/limits'
import type { AuditEvent, ListedAuditEntry } from '@hotvote/shared/operator/audit'
import type { SettingName } from '@hotvote/shared/operator/settings'
import { Children, type ReactNode } from 'react'
import { ItemLink, RequestLink, UserLink } from '../../../ui/data/operator-links.tsx'

/** Placeholders are `{item}`, `{user}`, `{request}`, `{key}`, `{key:noun}` for a count, and `{key?yes:no}`. */
const SENTENCES: Record<Exclude<AuditEvent, 'SETTINGS_UPDATED'>, string> = {
  INACTIVE_USER_PURGE: 'Purge of {inactiveUsers:inactive account} started',
  INACTIVE_ACCOUNTS_PURGE_COMPLETED: '{deletedCount:inactive account} purged',
  ADMIN_DELETE_REQUEST: 'Deletion of {item}, uploaded by {user}, started',
  ADMIN_DELETE_COMPLETED: '{item}, uploaded by {user}, deleted with {votes:vote}',
  MEDIA_DELETE_REQUEST: '{user} asked to delete {item}',
  MEDIA_DELETE_COMPLETED: '{user} deleted {item} with {votes:vote}',
  DMCA_TAKEDOWN_CREATED: '{request} filed',
  COUNTER_NOTICE_FILED: 'Counter-notice to {request} filed',
  DMCA_TAKEDOWN_UPDATED: '{request} changed from {from} to {to}',
  DEPLOYMENT_STARTUP: 'HotVote {version} started',
  DEPLOYMENT_FILE_SYSTEM_CHECK: 'Files {ok?can:cannot} be written',
  OPERATOR_LOGGED_IN: 'Operator logged in',
  OPERATOR_LOGGED_OUT: 'Operator logged out',
  OPERATOR_LOGIN_FAILED: '{failures:failed login}',
  OPERATOR_LOGIN_LOCKED: 'Logins locked for {seconds:second} after {failures:failure}',
  DATABASE_RESET_REQUEST: 'Reset of the database started',
  DATABASE_RESET_COMPLETED: 'Database reset',
  MEDIA_IMPORT_REQUEST: 'Import from the bucket started',
  MEDIA_IMPORT_COMPLETED: '{imported:file} imported, {skipped} skipped, {refused} refused',
  VOTE_POPULATION_REQUEST: 'Vote population started',
  VOTE_POPULATION_COMPLETED: '{totalVotesInserted:vote} populated',
  USER_SEQUENCE_FIXED: 'User sequence fixed; the next user will be #{nextUserId}',
  VOTES_SET_ASIDE_REQUEST: 'Started setting votes aside',
  VOTES_SET_ASIDE_COMPLETED: 'Votes of {voters:voter} set aside',
  VOTES_COUNTED_AGAIN_REQUEST: 'Started counting votes again',
  VOTES_COUNTED_AGAIN_COMPLETED: 'Votes of {voters:voter} count again',
  OUTLIER_DISMISSED: 'Outlier dismissed',
  OUTLIER_LISTED_AGAIN: 'Outlier listed again',
  VOTES_EXPORT_REQUEST: 'Vote export started',
  VOTES_EXPORT_COMPLETED: '{rows:vote} exported',
  DUPLICATE_SEARCH_REQUEST: 'Search for duplicates started',
  DUPLICATE_SEARCH_COMPLETED: '{totalDuplicateFiles:duplicate} found among {totalFiles:file}',
  ORPHAN_SEARCH_REQUEST: 'Search for orphan files started',
  ORPHAN_SEARCH_COMPLETED: '{orphans:orphan file} found among {files:file}',
  BUCKET_DELETE_REQUEST: 'Deletion of {files:bucket file} started',
  BUCKET_DELETE_COMPLETED: '{deleted:bucket file} deleted, with {items:item}',
  AUDIT_LOGS_EXPORTED: 'Audit log exported',
  CAPTURED_EMAILS_EXPORTED: '{count:captured address} exported',
  LOOK_ALIKE_HELD: '{item} held, because it resembles a removed item',
  LOOK_ALIKE_PUBLISHED: 'Look-alike {item} published',
  LOOK_ALIKE_REMOVED: 'Look-alike {item} removed',
  UPLOAD_NOT_SCREENED: '{item} not screened: {reason}',
  UPLOADS_APPROVED: '{mediaIds:upload} approved',
  UPLOADS_DECLINED: '{mediaIds:upload} declined',
  UPLOADS_REOPENED: 'Review of {mediaIds:upload} reopened',
  REMOVED_ITEM_BARRED: '{item} may not be uploaded again',
  REMOVED_ITEM_ALLOWED: '{item} may be uploaded again',
  MEDIA_REPORTED: '{user} reported {item} as {reason}',
  MEDIA_REPORT_UNDONE: '{user} withdrew the report of {item}',
  MEDIA_HIDDEN: '{item} hidden after reports from {networks:network}',
  REPORTS_KEPT: '{item} kept after {reports:report}',
  REPORTS_REMOVED: '{item} removed after {reports:report}',
  REPORTS_REOPENED: '{reports:report} of {item} reopened',
  VISITOR_SURGE: '{visitors:new visitor} from network {network}',
  SURGE_DISMISSED: 'New visitors from network {network} dismissed',
  SURGE_REOPENED: 'New visitors from network {network} reopened',
  MEDIA_RESTORED: '{item}, uploaded by {user}, restored from the trash',
  MEDIA_ERASED: '{item}, uploaded by {user}, erased',
  TRASH_EXPIRED: `{items:item} erased after ${TRASH_DAYS} days in the trash`,
  MEDIA_SEEN: 'All media marked as seen',
  TRASH_EMPTY_REQUEST: 'Started emptying the trash of {items:item}',
  TRASH_EMPTY_COMPLETED: 'Trash emptied, {items:item} erased',
  OPERATION_STOPPED: 'Operation “{kind}” stopped',
  OPERATION_FAILED: 'Operation “{kind}” failed',
  MAIL_NOT_DELIVERED: 'Email not delivered: {reason}',
  TEST_EMAIL_SENT: 'Test email sent',
  TEST_EMAIL_FAILED: 'Test email failed: {reason}',
  backup: 'Backup made',
  CHECKUP_REPAIR: 'Checkup repaired {ids:row}: {repaired}',
  ACCOUNT_DELETE_REQUEST: 'Deletion of the account {user} started',
  ACCOUNT_DELETE_COMPLETED: 'Account {user} deleted',
  PERSONAL_DATA_EXPORTED: 'Personal data of {user} exported',
  USER_RENAMED: '{user} renamed',
  USER_BLOCKED: '{user} blocked',
  USER_UNBLOCKED: '{user} unblocked',
  BAN_ADDED: 'Ban of a {kind} added: {reason}',
  BAN_LIFTED: 'Ban #{banId} lifted',
  OPERATOR_ADDED: 'Operator #{operatorId} added as {role}',
  OPERATOR_CHANGED: 'Operator #{operatorId} changed',
  OPERATOR_PASSWORD_CHANGED: 'Password of operator #{operatorId} changed',
  OPERATOR_SECOND_FACTOR_ON: 'Second factor of operator #{operatorId} turned on',
  OPERATOR_SECOND_FACTOR_OFF: 'Second factor of operator #{operatorId} turned off',
}

const SETTINGS: Record<SettingName, string> = {
  'ad-zone': 'Ad Zone 1',
  'skip-button': 'Skip Button',
  'idle-redirect': 'Idle Session Redirect',
  'back-button': 'Back Button Redirect',
  'email-capture': 'E-mail Capture',
  'vote-multiplier': 'Vote Multiplier',
  reports: 'Hide Reported Items',
  access: 'Access',
  'site-texts': 'Site Texts',
  'upload-review': 'Upload Review',
  'second-factor': 'Second Factor',
}

type Context = ListedAuditEntry['context']

const toWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^is /, '')

function describeValue([name, value]: [string, unknown], setting: unknown) {
  if (name === 'length') return counted(Number(value), 'character')
  // The log has the lengths of these texts only.
  if (setting === 'site-texts') return `${toWords(name)} ${counted(Number(value), 'character')}`
  if (typeof value === 'boolean') return `${toWords(name)} ${value ? 'on' : 'off'}`
  return value === '' ? `no ${toWords(name)}` : `${toWords(name)} ${value}`
}

function describeSetting({ setting, version: _, zone, zoneName, ip, isActive, isEnabled, ...values }: Context) {
  const state = isActive ?? isEnabled
  const changes = [
    ...(state === undefined ? [] : [state ? 'active' : 'inactive']),
    ...Object.entries(values).map((entry) => describeValue(entry, setting)),
  ]
  return `${SETTINGS[setting as SettingName] ?? setting} changed: ${changes.join(', ')}`
}

const PLACEHOLDER = /\{(\w+)(?:([:?])([^}]*))?\}/

function fill({ context, item, username }: ListedAuditEntry, placeholder: string): ReactNode {
  const [, key = '', mark, text = ''] = PLACEHOLDER.exec(placeholder) ?? []
  const { mediaId, userId, takedownId } = context
  const value = context[key]
  if (key === 'item')
    return item && typeof mediaId === 'number' ? (
      <ItemLink mediaId={mediaId} status={item.status}>
        {item.originalName}
      </ItemLink>
    ) : (
      `item #${mediaId ?? '?'}`
    )
  if (key === 'user')
    return typeof userId === 'number' ? (
      <UserLink userId={username === null ? null : userId} username={username ?? `user #${userId}`} />
    ) : (
      'a visitor'
    )
  if (key === 'request') return typeof takedownId === 'number' ? <RequestLink id={takedownId} /> : 'A request'
  if (mark === '?') return text.split(':')[value ? 0 : 1]
  if (mark === ':') return counted(Array.isArray(value) ? value.length : Number(value ?? 0), text)
  return String(value ?? '?').replaceAll('_', ' ')
}

/** Describes an audit entry, with links to its item, user or takedown request. */
export function EntrySentence({ entry }: { entry: ListedAuditEntry }) {
  if (entry.event === 'SETTINGS_UPDATED') return describeSetting(entry.context)
  const template = (SENTENCES as Record<string, string>)[entry.event] ?? entry.event
  const parts = template.split(/(\{[^}]*\})/).filter(Boolean)
  return Children.toArray(parts.map((part) => (part.startsWith('{') ? fill(entry, part) : part)))
}
