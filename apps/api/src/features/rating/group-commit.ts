import { type Db, isRolledBack } from '../../db/client.ts'

type Waiting<Input, Row> = { input: Input; done: (row: Row) => void; fail: (failure: unknown) => void }
/** Writes several calls, all or none, and returns a row for each in their order. */
type Write<Input, Row> = (db: Db, inputs: Input[]) => Promise<Row[]>

/**
 * Calls of one queue that come while others of it are being written wait, and are written together by the next statement:
 * one commit for all of them (docs/decisions/069). A call that comes alone is written at once. Nobody is answered before the commit.
 */
export const groupCommit = <Input, Row>(write: Write<Input, Row>) => {
  const writeGroup = async (db: Db, group: Waiting<Input, Row>[]): Promise<void> => {
    try {
      const rows = await write(
        db,
        group.map(({ input }) => input),
      )
      for (const [i, row] of rows.entries()) group[i]?.done(row)
    } catch (failure) {
      // What is wrong with one of them is not the fault of the others.
      if (group.length > 1 && isRolledBack(failure)) for (const one of group) await writeGroup(db, [one])
      else for (const { fail } of group) fail(failure)
    }
  }

  const queues = new WeakMap<Db, Map<number, Waiting<Input, Row>[]>>()
  const queuesOf = (db: Db) => {
    const known = queues.get(db) ?? new Map<number, Waiting<Input, Row>[]>()
    queues.set(db, known)
    return known
  }
  const writeAll = async (db: Db, queue: number, first: Waiting<Input, Row>) => {
    const waiting: Waiting<Input, Row>[] = []
    queuesOf(db).set(queue, waiting)
    for (let group = [first]; group.length > 0; group = waiting.splice(0)) await writeGroup(db, group)
    queuesOf(db).delete(queue)
  }

  return (db: Db, queue: number, input: Input) =>
    new Promise<Row>((done, fail) => {
      const call = { input, done, fail }
      const waiting = queuesOf(db).get(queue)
      if (waiting) waiting.push(call)
      else void writeAll(db, queue, call)
    })
}
