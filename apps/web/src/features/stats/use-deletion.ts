import { counted } from '@hotvote/shared/counted'
import type { MediaStats } from '@hotvote/shared/visitor/stats'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { mediaLabel } from '../../lib/browser/format.ts'
import { confirm } from '../../ui/overlays/confirm.tsx'
import { deleteMutation, wasGone } from './stats.api.ts'

const questionAbout = ({ originalName, mimeType, totalViews }: MediaStats, shownVotes: number) => {
  const kind = mediaLabel(mimeType).toLowerCase()
  const lost = `its ${counted(shownVotes, 'vote')} and ${counted(totalViews, 'view')}`
  return {
    title: `Delete this ${kind}?`,
    text: `“${originalName}” will be gone for good, with ${lost}. This cannot be undone.`,
    action: `Delete ${kind}`,
  }
}

/** Asks before the deletion (`visitor.md §5`), once per item; resolves to true if the item is gone. */
export function useDeletion(userId: number | undefined) {
  const { mutateAsync } = useMutation(deleteMutation)
  const underWay = useRef(new Set<number>())
  return useCallback(
    async (item: MediaStats, shownVotes: number) => {
      if (userId === undefined || underWay.current.has(item.id)) return false
      if (!(await confirm(questionAbout(item, shownVotes)))) return false
      underWay.current.add(item.id)
      return mutateAsync({ userId, item })
        .then(() => true, wasGone)
        .finally(() => underWay.current.delete(item.id))
    },
    [userId, mutateAsync],
  )
}
