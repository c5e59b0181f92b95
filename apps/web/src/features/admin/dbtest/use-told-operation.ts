import type { OperationOf } from '@hotvote/shared/operation-results'
import type { Operation, OperationKind } from '@hotvote/shared/operations'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOperation } from '../../../lib/operator/operations.ts'
import { countsQuery } from './dbtest.api.ts'

type Told<Kind> = { kind: Kind; send: () => Promise<Operation>; failed: { title: string; fallback?: string } }

/** Work that takes things away: what came of it is told to whoever waited for it, and to nobody later. */
export function useToldOperation<Kind extends OperationKind>({ kind, send, failed }: Told<Kind>) {
  const client = useQueryClient()
  const [ended, setEnded] = useState<OperationOf<Kind> | null>(null)
  const onEnded = (operation: OperationOf<Kind>) => {
    setEnded(operation)
    void client.invalidateQueries({ queryKey: countsQuery.queryKey })
  }
  const work = useOperation({ kind, send, failed, onEnded })
  return { work, shown: work.isUnderWay ? work.operation : ended, forget: () => setEnded(null) }
}
