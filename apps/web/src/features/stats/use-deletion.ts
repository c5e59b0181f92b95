import { counted } from '@hotvote/shared/counted'
import type { MediaStats } from '@hotvote/shared/stats'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { mediaLabel } from '../../lib/browser/media-label.ts'
import { confirm } from '../../ui/confirm.tsx'
import { deleteMutation } from './stats.api.ts'

const questionAbout = ({ originalName, mimeType, totalVotes, totalViews }: MediaStats) => {
  const kind = mediaLabel(mimeType).toLowerCase()
  const lost = `its ${counted(totalVotes, 'vote')} and ${counted(totalViews, 'view')}`
  return {
    title: `Delete this ${kind}?`,
    text: `“${originalName}” will be gone for good, with ${lost}. This cannot be undone.`,
    action: `Delete ${kind}`,
  }
}

/** Asks, then deletes (`visitor.md §5`). Answers whether the item is gone. */
export function useDeletion(userId: number | undefined) {
  const { mutateAsync } = useMutation(deleteMutation)
  return useCallback(
    async (item: MediaStats) => {
      if (userId === undefined || !(await confirm(questionAbout(item)))) return false
      return mutateAsync({ userId, item }).then(
        () => true,
        () => false,
      )
    },
    [userId, mutateAsync],
  )
}
