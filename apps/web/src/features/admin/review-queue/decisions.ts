import { counted } from '@hotvote/shared/counted'
import { QUEUE_OUTLIER_DAYS, type QueueEntry } from '@hotvote/shared/operator/review-queue'
import { DECISION_MAIL_SECONDS, type TakedownStatus } from '@hotvote/shared/operator/takedown-review'
import { Archive, BellOff, Check, Eye, type LucideIcon, Trash2, X } from 'lucide-react'
import {
  askToSetAside,
  describeFate,
  describeSubject,
  lookAlikeRemoval,
  networkName,
  neverAgain,
  takedownRemoval,
  trashedRemoval,
} from '../../../lib/operator/moderation.ts'
import { type Confirmed, confirm, confirmWithOption } from '../../../ui/overlays/confirm.tsx'
import { sendDismissal, sendLookAlike, sendReports, sendSetAside, sendSurge, sendTakedown } from './queue.api.ts'

/** Takes a decision back; answers what could not be taken back with it, where the operator should know. */
export type Undo = () => Promise<string | undefined>

/** What may be done about an entry, by its button or its letter. */
export type Decision = {
  letter: string
  label: string
  icon: LucideIcon
  isDangerous?: true
  /** Asked first where it cannot be taken back. */
  ask?: () => Promise<boolean | Confirmed | null>
  /** Does it, and answers with what takes it back, where that can be. */
  send: (confirmed: Confirmed) => Promise<Undo | undefined>
  /** What was done, in a sentence. */
  done: string
  /** Its item is in the trash. To restore it there publishes it, unreported, whatever it was: no key does that. */
  isInTrash?: true
}

const undoable = async (sent: Promise<unknown>, undo: () => Promise<unknown>): Promise<Undo> => {
  await sent
  return async () => {
    await undo()
    return undefined
  }
}

const final = async (sent: Promise<unknown>) => {
  await sent
  return undefined
}

type Of<Kind extends QueueEntry['kind']> = Extract<QueueEntry, { kind: Kind }>

const ofReport = ({ media, isHidden }: Of<'report'>): Decision[] => [
  {
    letter: 'a',
    label: 'Keep',
    icon: Check,
    send: () =>
      undoable(sendReports(media.id, { decision: 'keep' }), () => sendReports(media.id, { decision: 'reopen' })),
    done: `${media.originalName} ${isHidden ? 'is shown again' : 'stays'}.`,
  },
  {
    letter: 'd',
    label: 'Remove',
    icon: Trash2,
    isDangerous: true,
    ask: () =>
      confirmWithOption({
        title: `Remove media #${media.id}?`,
        text: describeFate(
          media,
          `${media.originalName} of ${media.username}`,
          `${counted(media.totalVotes, 'vote')} and ${counted(media.totalViews, 'view')}`,
        ),
        action: 'Remove',
        option: neverAgain(true),
      }),
    send: ({ isChosen }) => final(sendReports(media.id, { decision: 'remove', neverAgain: isChosen })),
    done: `${media.originalName} was removed.`,
    ...(!media.isForGood && { isInTrash: true }),
  },
]

const ofLookAlike = ({ lookAlike, lookAlike: { media } }: Of<'look_alike'>): Decision[] => [
  {
    letter: 'a',
    label: 'Publish',
    icon: Check,
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
    isDangerous: true,
    ask: () => confirm(lookAlikeRemoval(lookAlike)),
    send: () => final(sendLookAlike(media.id, 'remove')),
    done: `${media.originalName} was removed.`,
  },
]

/** Appended to what was decided, while Undo can still stop the mail. */
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
          isDangerous: true,
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

/** A move that can be taken back, to what the request is before it. */
const createMove =
  ({ id, status }: Of<'takedown'>['takedown'], to: TakedownStatus): Decision['send'] =>
  async () => {
    await sendTakedown(id, { status: to })
    return async () => {
      const { isMailCancelled } = await sendTakedown(id, { status, undoes: to })
      const isTooLate = to !== 'reviewed' && !isMailCancelled
      return isTooLate ? `Request #${id} is ${status} again, but the complainant was already e-mailed.` : undefined
    }
  }

/** An item that was deleted while its request waited, and is still in the trash, goes for good with it: that is asked about. */
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
    isDangerous: true,
    ask: () => confirm(trashedRemoval(takedown, removedItem, mailTexts.resolved)),
    done: `Request #${id} was resolved, and its ${takedown.linkedItems.removed.length === 1 ? 'item' : 'trashed items'} deleted for good.`,
  }
}

const ofTakedown = (entry: Of<'takedown'>): Decision[] => {
  const { id, status } = entry.takedown
  const reviewed: Decision = {
    letter: 'm',
    label: 'Mark as Reviewed',
    icon: Eye,
    send: createMove(entry.takedown, 'reviewed'),
    done: `Request #${id} is marked as reviewed, and still waits.`,
  }
  return [
    {
      // Not A, which keeps a report: pressed once too often, it would mail a refusal.
      letter: 'x',
      label: 'Reject',
      icon: X,
      send: createMove(entry.takedown, 'rejected'),
      done: `Request #${id} was rejected. ${MAIL_WAITS}`,
    },
    ...listRemovals(entry),
    createResolution(entry),
    ...(status === 'pending' ? [reviewed] : []),
  ]
}

const ofOutlier = ({ outlier }: Of<'outlier'>): Decision[] => [
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

const ofSurge = ({ surge: { id, network } }: Of<'surge'>): Decision[] => [
  {
    letter: 'a',
    label: 'Dismiss',
    icon: BellOff,
    send: () => undoable(sendSurge(id, { decision: 'dismiss' }), () => sendSurge(id, { decision: 'reopen' })),
    done: `${networkName(network)} was dismissed.`,
  },
]

/** The decisions on an entry: what leaves it as it is first. */
export const decisionsOn = (entry: QueueEntry): Decision[] => {
  switch (entry.kind) {
    case 'report':
      return ofReport(entry)
    case 'look_alike':
      return ofLookAlike(entry)
    case 'takedown':
      return ofTakedown(entry)
    case 'surge':
      return ofSurge(entry)
    case 'outlier':
      return ofOutlier(entry)
  }
}
