import { counted } from '@hotvote/shared/counted'
import { TRASH_DAYS } from '@hotvote/shared/limits'
import { QUEUE_OUTLIER_DAYS, type QueueEntry } from '@hotvote/shared/queue'
import type { TakedownStatus } from '@hotvote/shared/takedown-review'
import { Archive, BellOff, Check, Eye, type LucideIcon, Trash2, X } from 'lucide-react'
import { subjectOf } from '../../../lib/operator/outlier-texts.ts'
import { SET_ASIDE_STAYS } from '../../../lib/operator/outlier-votes.ts'
import { lookAlikeRemoval, takedownRemoval, trashedRemoval } from '../../../lib/operator/removal-questions.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { sendDismissal, sendLookAlike, sendReports, sendSetAside, sendTakedown } from './queue.api.ts'

/** What may be done about an entry, by its button or its letter. */
export type Decision = {
  letter: string
  label: string
  icon: LucideIcon
  isDangerous?: true
  /** Asked first where it cannot be taken back. */
  ask?: () => Promise<boolean>
  send: () => Promise<unknown>
  /** What was done, in a sentence. */
  done: string
  /** Takes it back. */
  undo?: () => Promise<unknown>
  /** Its item is in the trash. To restore it there publishes it, unreported, whatever it was: no key does that. */
  isInTrash?: true
}

type Of<Kind extends QueueEntry['kind']> = Extract<QueueEntry, { kind: Kind }>

const ofReport = ({ media, isHidden }: Of<'report'>): Decision[] => [
  {
    letter: 'a',
    label: 'Keep',
    icon: Check,
    send: () => sendReports(media.id, 'keep'),
    done: `${media.originalName} ${isHidden ? 'is shown again' : 'stays'}.`,
    undo: () => sendReports(media.id, 'reopen'),
  },
  {
    letter: 'd',
    label: 'Remove',
    icon: Trash2,
    isDangerous: true,
    ask: () =>
      confirm({
        title: `Remove media #${media.id}?`,
        text: `${media.originalName} of ${media.username} goes to the trash, with its ${counted(media.totalVotes, 'vote')} and ${counted(media.totalViews, 'view')}. You can restore it for ${TRASH_DAYS} days.`,
        action: 'Remove',
      }),
    send: () => sendReports(media.id, 'remove'),
    done: `${media.originalName} was removed.`,
    isInTrash: true,
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
    send: () => sendLookAlike(media.id, 'publish'),
    done: `${media.originalName} was published.`,
  },
  {
    letter: 'd',
    label: 'Remove',
    icon: Trash2,
    isDangerous: true,
    ask: () => confirm(lookAlikeRemoval(lookAlike)),
    send: () => sendLookAlike(media.id, 'remove'),
    done: `${media.originalName} was removed.`,
  },
]

const removalOf = ({ takedown: { id }, media }: Of<'takedown'>): Decision[] =>
  media === null
    ? []
    : [
        {
          letter: 'd',
          label: 'Remove and resolve',
          icon: Trash2,
          isDangerous: true,
          ask: () => confirm(takedownRemoval(id, media)),
          send: () => sendTakedown(id, { status: 'resolved', removeMedia: true }),
          done: `Request #${id} was resolved, and its item removed.`,
        },
      ]

/** An item that was deleted while its request waited, and is still in the trash, goes for good with it: that is asked about. */
const resolutionOf = ({ takedown, isInTrash }: Of<'takedown'>, undo: Decision['undo']): Decision => {
  const { id, removedItem } = takedown
  const act = { letter: 's', label: 'Resolve', icon: Check, send: () => sendTakedown(id, { status: 'resolved' }) }
  if (!isInTrash || removedItem === null)
    return { ...act, done: `Request #${id} was resolved, and the complainant told.`, undo }
  return {
    ...act,
    isDangerous: true,
    ask: () => confirm(trashedRemoval(id, removedItem)),
    done: `Request #${id} was resolved, and its item deleted for good.`,
  }
}

const ofTakedown = (entry: Of<'takedown'>): Decision[] => {
  const { id, status } = entry.takedown
  const undoOf = (undoes: TakedownStatus) => () => sendTakedown(id, { status, undoes })
  const reviewed: Decision = {
    letter: 'm',
    label: 'Mark as Reviewed',
    icon: Eye,
    send: () => sendTakedown(id, { status: 'reviewed' }),
    done: `Request #${id} is marked as reviewed, and still waits.`,
    undo: undoOf('reviewed'),
  }
  return [
    {
      letter: 'a',
      label: 'Reject',
      icon: X,
      send: () => sendTakedown(id, { status: 'rejected' }),
      done: `Request #${id} was rejected, and the complainant told.`,
      undo: undoOf('rejected'),
    },
    ...removalOf(entry),
    resolutionOf(entry, undoOf('resolved')),
    ...(status === 'pending' ? [reviewed] : []),
  ]
}

const ofOutlier = ({ outlier }: Of<'outlier'>): Decision[] => [
  {
    letter: 'a',
    label: 'Dismiss for now',
    icon: BellOff,
    send: () => sendDismissal(outlier, true),
    done: `${subjectOf(outlier)} is not listed for ${QUEUE_OUTLIER_DAYS} days.`,
    undo: () => sendDismissal(outlier, false),
  },
  {
    letter: 'd',
    label: 'Set aside',
    icon: Archive,
    ask: () =>
      confirm({
        title: `Set ${counted(outlier.votes, 'vote')} aside?`,
        text: `${subjectOf(outlier)}: ${counted(outlier.votes, 'vote')} of the last ${QUEUE_OUTLIER_DAYS} days. ${SET_ASIDE_STAYS}`,
        action: 'Set aside',
      }),
    send: () => sendSetAside(outlier),
    done: `${counted(outlier.votes, 'vote')} of ${subjectOf(outlier)} are being set aside.`,
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
    case 'outlier':
      return ofOutlier(entry)
  }
}
