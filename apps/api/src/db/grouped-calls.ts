import { againAfterDeadlock, type Db, isRolledBack } from './client.ts'

type Waiting<Input, Row> = { input: Input; done: (row: Row) => void; fail: (failure: unknown) => void }
/** Answers several calls by one statement, all or none: a row for each, in their order. */
type Ask<Input, Row> = (db: Db, inputs: Input[]) => Promise<Row[]>

/**
 * Calls of one queue that come while others of it are being answered wait, and are answered together by the next statement
 * (docs/decisions/069): what they write has one commit. A call that comes alone is asked at once. Nobody is answered before the commit.
 */
export const groupedCalls = <Input, Row>(ask: Ask<Input, Row>) => {
  const askGroup = async (db: Db, group: Waiting<Input, Row>[]): Promise<void> => {
    try {
      const inputs = group.map(({ input }) => input)
      const rows = await againAfterDeadlock(() => ask(db, inputs))
      for (const [i, row] of rows.entries()) group[i]?.done(row)
    } catch (failure) {
      // What is wrong with one of them is not the fault of the others.
      if (group.length > 1 && isRolledBack(failure)) for (const one of group) await askGroup(db, [one])
      else for (const { fail } of group) fail(failure)
    }
  }

  const queues = new WeakMap<Db, Map<number, Waiting<Input, Row>[]>>()
  const queuesOf = (db: Db) => {
    const known = queues.get(db) ?? new Map<number, Waiting<Input, Row>[]>()
    queues.set(db, known)
    return known
  }
  const askAll = async (db: Db, queue: number, first: Waiting<Input, Row>) => {
    const waiting: Waiting<Input, Row>[] = []
    queuesOf(db).set(queue, waiting)
    for (let group = [first]; group.length > 0; group = waiting.splice(0)) await askGroup(db, group)
    queuesOf(db).delete(queue)
  }

  return (db: Db, queue: number, input: Input) =>
    new Promise<Row>((done, fail) => {
      const call = { input, done, fail }
      const waiting = queuesOf(db).get(queue)
      if (waiting) waiting.push(call)
      else void askAll(db, queue, call)
    })
}
