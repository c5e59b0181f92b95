import type { ReportReason } from '@hotvote/shared/reports'

/** What visitors say is wrong with an item, in the operator's words. */
export const reportReasons: Record<ReportReason, string> = {
  illegal: 'Minor or illegal',
  not_theirs: 'Not their own picture',
  harassment: 'Harassment or hate',
  spam: 'Spam or an advertisement',
  other: 'Something else',
}
