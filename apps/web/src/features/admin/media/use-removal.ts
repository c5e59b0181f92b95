import type { LibraryItem } from '@hotvote/shared/media-library'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { count, counted, fileSize } from '../../../lib/format.ts'
import { kindOf } from '../../../lib/kind.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { type Failure, NotRemovedError, removalMutation } from './media.api.ts'

const sum = (items: LibraryItem[], key: 'totalVotes' | 'totalViews' | 'size') =>
  items.reduce((total, item) => total + item[key], 0)

/** What will go, in numbers. */
function questionAbout(items: LibraryItem[]) {
  const [first] = items
  const votes = counted(sum(items, 'totalVotes'), 'vote')
  const views = counted(sum(items, 'totalViews'), 'view')
  const files = `files (${fileSize(sum(items, 'size'))})`
  if (items.length === 1 && first) {
    const kind = kindOf(first.mimeType).toLowerCase()
    return {
      title: `Delete this ${kind}?`,
      text: `“${first.originalName}” by ${first.username} will be gone for good, with its ${votes}, ${views} and ${files}. This cannot be undone.`,
      action: `Delete ${kind}`,
    }
  }
  return {
    title: `Delete ${count(items.length)} items?`,
    text: `${count(items.length)} items will be gone for good, with their ${votes}, ${views} and ${files}. This cannot be undone.`,
    action: `Delete ${count(items.length)} items`,
  }
}

/** What `useRemoval` knows and can do. */
export type Removal = {
  remove: (items: LibraryItem[]) => void
  /** Absent while nothing is being removed. */
  progress: { done: number; total: number } | undefined
  failures: Failure[]
  stop: () => void
  dismiss: () => void
}

/** Asks, then removes one item after the other: how far it is, what failed, and a way to stop it. */
export function useRemoval(onGone: (item: LibraryItem) => void): Removal {
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [failures, setFailures] = useState<Failure[]>([])
  const isStopped = useRef(false)
  const { mutateAsync } = useMutation(removalMutation)
  const remove = async (items: LibraryItem[]) => {
    if (progress || !(await confirm(questionAbout(items)))) return
    isStopped.current = false
    setFailures([])
    const mayGoOn = (done: number) => {
      setProgress({ done, total: items.length })
      return !isStopped.current
    }
    try {
      await mutateAsync({ items, mayGoOn, onGone })
    } catch (error) {
      if (error instanceof NotRemovedError) setFailures(error.failures)
    }
    setProgress(undefined)
  }
  return {
    remove: (items) => void remove(items),
    progress,
    failures,
    stop: () => {
      isStopped.current = true
    },
    dismiss: () => setFailures([]),
  }
}
