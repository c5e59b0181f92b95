import type { OperationOf } from '@hotvote/shared/operator/operation-results'
import type { Operation, OperationKind } from '@hotvote/shared/operator/operations'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOperation } from '../../../lib/operator/operations.ts'
import { countsQuery } from './site-health.api.ts'

type Options<Kind> = { kind: Kind; send: () => Promise<Operation>; failed: { title: string; fallback?: string } }

/** A reload discards the result of a destructive operation. */
export function useDestructiveOperation<Kind extends OperationKind>({ kind, send, failed }: Options<Kind>) {
  const client = useQueryClient()
  const [ended, setEnded] = useState<OperationOf<Kind> | null>(null)
  const onEnded = (operation: OperationOf<Kind>) => {
    setEnded(operation)
    void client.invalidateQueries({ queryKey: countsQuery.queryKey })
  }
  const work = useOperation({ kind, send, failed, onEnded })
  return { work, operation: work.isUnderWay ? work.operation : ended, clear: () => setEnded(null) }
}
