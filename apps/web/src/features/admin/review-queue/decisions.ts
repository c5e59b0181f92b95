import { QUEUE_OUTLIER_DAYS, type QueueEntry } from '@hotvote/shared/operator/review-queue'
import { DECISION_MAIL_SECONDS, type TakedownStatus } from '@hotvote/shared/operator/takedown-review'
import { Archive, BellOff, Check, Eye, Trash2, X } from 'lucide-react'
import {
  askToSetAside,
  describeSubject,
  lookAlikeRemoval,
  networkName,
  takedownRemoval,
  trashedRemoval,
} from '../../../lib/operator/moderation.ts'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { type Decision, final, type Of, undoable } from './decision.ts'
import { sendDismissal, sendLookAlike, sendSetAside, sendSurge, sendTakedown } from './queue.api.ts'
import { listReportDecisions } from './report-decisions.ts'

const listLookAlikeDecisions = ({ lookAlike, lookAlike: { media } }: Of<'look_alike'>): Decision[] => [
  {
    letter: 'a',
    label: 'Publish',
    icon: Check,
    look: 'primary',
    ask: () =>
      confirm({
        title: `Publish media #${media.id}?`,
        text: `${media.originalName} of ${media.username} will be shown to visitors.`,
        action: 'Publish',
      }),
    send: () => final(sendLookAlike(media.id, 'publish')),
    done: `${media.originalName} was published.`,
  },
  {
    letter: 'd',
    label: 'Remove',
    icon: Trash2,
    look: 'danger',
    ask: () => confirm(lookAlikeRemoval(lookAlike)),
    send: () => final(sendLookAlike(media.id, 'remove')),
    done: `${media.originalName} was removed.`,
  },
]

const MAIL_WAITS = `The complainant is e-mailed in ${DECISION_MAIL_SECONDS} seconds, unless you undo it.`

const listRemovals = ({ takedown, media, isInTrash, mailTexts }: Of<'takedown'>): Decision[] => {
  const { id, linkedItems } = takedown
  const count = linkedItems.here.length
  return media === null
    ? []
    : [
        {
          letter: 'd',
          label: 'Remove and resolve',
          icon: Trash2,
          look: 'danger',
          ask: () =>
            confirm(
              takedownRemoval({
                takedown: { id, isInTrash },
                first: media,
                count,
                kept: 0,
                mailText: mailTexts.removed,
              }),
            ),
          send: () => final(sendTakedown(id, { status: 'resolved', removeMedia: true })),
          done: `Request #${id} was resolved, and its ${count === 1 ? 'item' : `${count} items`} removed.`,
        },
      ]
}

const createMove =
  ({ id, status }: Of<'takedown'>['takedown'], to: TakedownStatus): Decision['send'] =>
  async () => {
    await sendTakedown(id, { status: to })
    const undo = async () => {
      const { isMailCancelled } = await sendTakedown(id, { status, undoes: to })
      const isTooLate = to !== 'reviewed' && !isMailCancelled
      return isTooLate ? `Request #${id} is ${status} again, but the complainant was already e-mailed.` : undefined
    }
    return { undo }
  }

/** Asks for confirmation if the item is in the trash, because resolving the request erases it permanently. */
const createResolution = ({ takedown, isInTrash, mailTexts }: Of<'takedown'>): Decision => {
  const { id, removedItem } = takedown
  const act = { letter: 's', label: 'Resolve', icon: Check }
  if (!isInTrash || removedItem === null)
    return {
      ...act,
      send: createMove(takedown, 'resolved'),
      done: `Request #${id} was resolved. ${MAIL_WAITS}`,
    }
  return {
    ...act,
    send: () => final(sendTakedown(id, { status: 'resolved' })),
    look: 'danger',
    ask: () => confirm(trashedRemoval(takedown, removedItem, mailTexts.resolved)),
    done: `Request #${id} was resolved, and its ${takedown.linkedItems.removed.length === 1 ? 'item' : 'trashed items'} deleted for good.`,
  }
}

const listTakedownDecisions = (entry: Of<'takedown'>): Decision[] => {
  const { id, status } = entry.takedown
  const reviewed: Decision = {
    letter: 'm',
    label: 'Mark as Reviewed',
    icon: Eye,
    send: createMove(entry.takedown, 'reviewed'),
    done: `Request #${id} is marked as reviewed and still waits.`,
  }
  return [
    createResolution(entry),
    ...(status === 'pending' ? [reviewed] : []),
    {
      // Not `a`, which keeps reported items, because pressing it by mistake here would email a rejection.
      letter: 'x',
      label: 'Reject',
      icon: X,
      send: createMove(entry.takedown, 'rejected'),
      done: `Request #${id} was rejected. ${MAIL_WAITS}`,
    },
    ...listRemovals(entry),
  ]
}

const listOutlierDecisions = ({ outlier }: Of<'outlier'>): Decision[] => [
  {
    letter: 'a',
    label: 'Dismiss for now',
    icon: BellOff,
    send: () =>
      undoable(sendDismissal(outlier, { isDismissed: true }), () => sendDismissal(outlier, { isDismissed: false })),
    done: `${describeSubject(outlier)} is not listed for ${QUEUE_OUTLIER_DAYS} days.`,
  },
  {
    letter: 'd',
    label: 'Set aside',
    icon: Archive,
    ask: () => confirm(askToSetAside(outlier, QUEUE_OUTLIER_DAYS)),
    send: () => final(sendSetAside(outlier)),
    done: `${describeSubject(outlier)}: the votes were set aside.`,
  },
]

const listSurgeDecisions = ({ surge: { id, network } }: Of<'surge'>): Decision[] => [
  {
    letter: 'a',
    label: 'Dismiss',
    icon: BellOff,
    send: () => undoable(sendSurge(id, { decision: 'dismiss' }), () => sendSurge(id, { decision: 'reopen' })),
    done: `${networkName(network)} was dismissed.`,
  },
]

/** Returns the possible decisions for an entry, starting with the least harmful one. */
export const decisionsOn = (entry: QueueEntry): Decision[] => {
  switch (entry.kind) {
    case 'report':
      return listReportDecisions(entry)
    case 'look_alike':
      return listLookAlikeDecisions(entry)
    case 'takedown':
      return listTakedownDecisions(entry)
    case 'surge':
      return listSurgeDecisions(entry)
    case 'outlier':
      return listOutlierDecisions(entry)
  }
}
