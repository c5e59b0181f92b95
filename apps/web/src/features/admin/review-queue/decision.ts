import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import type { LucideIcon } from 'lucide-react'

/** Resolves to a message if some changes could not be undone. */
export type Undo = () => Promise<string | undefined>

/** `text` replaces the `done` message. `left` lists the entries that still need a decision. */
export type Sent = { undo?: Undo; text?: string; left?: QueueEntry[] }

export type Decision = {
  letter: string
  label: string
  icon: LucideIcon
  look?: 'primary' | 'danger' | 'warning'
  /** Asks the operator to confirm an irreversible decision. */
  ask?: () => Promise<boolean>
  send: () => Promise<Sent>
  done?: string
}

export const undoable = async (sent: Promise<unknown>, undo: () => Promise<unknown>): Promise<Sent> => {
  await sent
  return {
    undo: async () => {
      await undo()
      return undefined
    },
  }
}

export const final = async (sent: Promise<unknown>): Promise<Sent> => {
  await sent
  return {}
}

export type Of<Kind extends QueueEntry['kind']> = Extract<QueueEntry, { kind: Kind }>
