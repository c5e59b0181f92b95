import { count, counted } from '@hotvote/shared/counted'
import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import { BLOCK_DAYS } from '@hotvote/shared/visitor/reports'
import { Ban, Check, Eraser, Trash2 } from 'lucide-react'
import { describeRemoval, describeRemovals } from '../../../lib/operator/moderation.ts'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { type Decision, type Of, type Undo, undoable } from './decision.ts'
import {
  countRemovals,
  liftBlock,
  removeAllOfUploader,
  restoreItem,
  restoreItems,
  sendDecisions,
  sendReports,
} from './queue.api.ts'

type Uploader = NonNullable<Of<'report'>['uploader']>

const describeVotes = ({ totalVotes, totalViews }: Of<'report'>['media']) =>
  `${counted(totalVotes, 'vote')} and ${counted(totalViews, 'view')}`

/** Asks for confirmation only if the removal is permanent. */
const askForGood = async (media: Of<'report'>['media']) =>
  !media.isForGood ||
  confirm({
    title: `Remove media #${media.id}?`,
    text: describeRemoval(media, `${media.originalName} by ${media.username}`, describeVotes(media)),
    action: 'Remove',
  })

const removeReported = ({ media }: Of<'report'>, { username }: Uploader, block: boolean): Decision['send'] => {
  const removed = `${media.originalName} was removed.`
  return async () => {
    const { blocked } = await sendReports(media.id, { decision: 'remove', block })
    const network = blocked?.banId ? `, and their network for ${counted(BLOCK_DAYS, 'day')}` : ''
    const text = blocked ? `${removed} ${username} is blocked${network}.` : removed
    if (media.isForGood) return { text }
    const undo = async () => {
      // Lift the block first, because restoring fails if the item was already restored elsewhere.
      if (blocked) await liftBlock(blocked)
      await restoreItem(media.id)
      return undefined
    }
    return { text, undo }
  }
}

const createFullRemoval = ({ userId, username, approved }: Uploader): Decision => ({
  letter: 'e',
  label: `Remove all ${count(approved)} uploads`,
  icon: Eraser,
  look: 'warning',
  ask: async () => {
    const counts = await countRemovals(userId)
    return (
      counts.forGood === 0 ||
      confirm({
        title: `Remove everything by ${username}?`,
        text: describeRemovals(`All uploads by ${username}`, counts, 'votes and views'),
        action: 'Remove everything',
      })
    )
  },
  send: async () => {
    const { message, since } = await removeAllOfUploader(userId)
    const undo = async () => {
      const { errors } = await restoreItems({ userId, trashedBy: 'operator', since })
      return errors.length > 0 ? `${counted(errors.length, 'item')} could not be restored.` : undefined
    }
    return { text: `${message} of ${username}.`, undo }
  },
})

export const listReportDecisions = (entry: Of<'report'>): Decision[] => {
  const { media, uploader, isHidden } = entry
  const keep: Decision = {
    letter: 'a',
    label: 'Keep',
    icon: Check,
    look: 'primary',
    send: () =>
      undoable(sendReports(media.id, { decision: 'keep' }), () => sendReports(media.id, { decision: 'reopen' })),
    done: `${media.originalName} ${isHidden ? 'is visible again' : 'was kept'}.`,
  }
  if (!uploader) return [keep]
  const ask = () => askForGood(media)
  return [
    keep,
    {
      letter: 'd',
      label: 'Remove',
      icon: Trash2,
      look: 'danger',
      ask,
      send: removeReported(entry, uploader, false),
    },
    {
      letter: 'b',
      label: 'Remove and block',
      icon: Ban,
      look: 'warning',
      ask,
      send: removeReported(entry, uploader, true),
    },
    ...(uploader.approved > 1 ? [createFullRemoval(uploader)] : []),
  ]
}

type Selectable = Of<'report' | 'look_alike'>

export const isSelectable = (entry: QueueEntry): entry is Selectable =>
  entry.kind === 'report' || entry.kind === 'look_alike'

const getItem = (entry: Selectable) => (entry.kind === 'report' ? entry.media : entry.lookAlike.media)

const isFinal = (entry: Selectable) => entry.kind === 'look_alike' || entry.media.isForGood

const BULK = {
  keep: { letter: 'a', label: 'Keep', verb: 'kept', icon: Check, look: 'primary' },
  remove: { letter: 'd', label: 'Remove', verb: 'removed', icon: Trash2, look: 'danger' },
} as const

const askForAll = async (entries: Selectable[], decision: keyof typeof BULK) => {
  const finals = entries.filter(decision === 'keep' ? ({ kind }) => kind === 'look_alike' : isFinal)
  if (finals.length === 0) return true
  const items = counted(finals.length, 'item')
  return confirm({
    title: `${BULK[decision].label} ${counted(entries.length, 'item')}?`,
    text:
      decision === 'keep'
        ? `${items} will be published, because look-alikes that are kept are shown to visitors. This cannot be undone.`
        : `${items} will be deleted for good. This cannot be undone.`,
    action: BULK[decision].label,
  })
}

/** Undoes a bulk decision on reports. Decisions on look-alikes are irreversible. */
const undoAll =
  (ids: number[], decision: keyof typeof BULK): Undo =>
  async () => {
    const failed =
      decision === 'keep'
        ? (await sendDecisions({ mediaIds: ids, decision: 'reopen' })).results.filter(({ error }) => error !== null)
        : (await restoreItems({ mediaIds: ids })).errors
    return failed.length > 0 ? `${counted(failed.length, 'item')} could not be undone.` : undefined
  }

/** Sends one decision for several entries, with a separate result for each entry. */
export const decideOnAll = (entries: Selectable[], decision: keyof typeof BULK): Decision => {
  const { verb, ...shown } = BULK[decision]
  return {
    ...shown,
    ask: () => askForAll(entries, decision),
    send: async () => {
      const { results } = await sendDecisions({ mediaIds: entries.map((entry) => getItem(entry).id), decision })
      const errors = new Map(results.map(({ mediaId, error }) => [mediaId, error]))
      const left = entries.filter((entry) => errors.get(getItem(entry).id) !== null)
      const decided = entries.filter((entry) => !left.includes(entry))
      const [reason] = left.map((entry) => errors.get(getItem(entry).id))
      const failed = left.length > 0 ? ` ${counted(left.length, 'item')} not ${verb}: ${reason}` : ''
      const ids = decided.flatMap((entry) =>
        entry.kind === 'report' && (decision === 'keep' || !isFinal(entry)) ? entry.media.id : [],
      )
      return {
        text: `${counted(decided.length, 'item')} ${verb}.${failed}`,
        left,
        ...(ids.length > 0 && { undo: undoAll(ids, decision) }),
      }
    },
  }
}
