import { isRolledBack } from './client.ts'

type Waiting<Input, Row> = { input: Input; done: (row: Row) => void; fail: (failure: unknown) => void }

const GROUP_MAX = 64

/** Combines concurrent calls into a single call of `ask` (docs/decisions/033). */
export const batchCalls = <Host extends { db: object }, Input, Row>(
  ask: (host: Host, inputs: Input[]) => Promise<Row[]>,
) => {
  const askGroup = async (host: Host, group: Waiting<Input, Row>[]): Promise<void> => {
    try {
      const rows = await ask(
        host,
        group.map(({ input }) => input),
      )
      for (const [i, row] of rows.entries()) group[i]?.done(row)
    } catch (failure) {
      // Retry one by one, so one bad call does not fail the others.
      if (group.length > 1 && isRolledBack(failure)) for (const one of group) await askGroup(host, [one])
      else for (const { fail } of group) fail(failure)
    }
  }

  const queues = new WeakMap<object, Waiting<Input, Row>[]>()
  const askAll = async (host: Host, first: Waiting<Input, Row>) => {
    const waiting = [first]
    queues.set(host.db, waiting)
    while (waiting.length > 0) await askGroup(host, waiting.splice(0, GROUP_MAX))
    queues.delete(host.db)
  }

  return (host: Host, input: Input) =>
    new Promise<Row>((done, fail) => {
      const call = { input, done, fail }
      const waiting = queues.get(host.db)
      if (waiting) waiting.push(call)
      else void askAll(host, call)
    })
}
