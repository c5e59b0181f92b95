import { type Db, isRolledBack } from '../../db/client.ts'

type Waiting<Input, Row> = { input: Input; done: (row: Row) => void; fail: (failure: unknown) => void }
/** Writes several calls on one item, all or none, and returns a row for each in their order. */
type Write<Input, Row> = (db: Db, mediaId: number, inputs: Input[]) => Promise<Row[]>

/**
 * Calls on an item that come while one of this process is being written wait, and are written together by the next
 * statement: they would wait for the lock of the item's row anyway, each for a commit of its own and with a connection
 * that others need (docs/decisions/069). A call that comes alone is written at once. Nobody is answered before the commit.
 */
export const groupCommit = <Input, Row>(write: Write<Input, Row>) => {
  const writeGroup = async (db: Db, mediaId: number, group: Waiting<Input, Row>[]): Promise<void> => {
    try {
      const inputs = group.map(({ input }) => input)
      const rows = await write(db, mediaId, inputs)
      for (const [i, row] of rows.entries()) group[i]?.done(row)
    } catch (failure) {
      // What is wrong with one of them is not the fault of the others.
      if (group.length > 1 && isRolledBack(failure)) for (const one of group) await writeGroup(db, mediaId, [one])
      else for (const { fail } of group) fail(failure)
    }
  }

  const queues = new WeakMap<Db, Map<number, Waiting<Input, Row>[]>>()
  const queuesOf = (db: Db) => {
    const known = queues.get(db) ?? new Map<number, Waiting<Input, Row>[]>()
    queues.set(db, known)
    return known
  }
  const writeAll = async (db: Db, mediaId: number, first: Waiting<Input, Row>) => {
    const waiting: Waiting<Input, Row>[] = []
    queuesOf(db).set(mediaId, waiting)
    for (let group = [first]; group.length > 0; group = waiting.splice(0)) await writeGroup(db, mediaId, group)
    queuesOf(db).delete(mediaId)
  }

  return (db: Db, mediaId: number, input: Input) =>
    new Promise<Row>((done, fail) => {
      const call = { input, done, fail }
      const waiting = queuesOf(db).get(mediaId)
      if (waiting) waiting.push(call)
      else void writeAll(db, mediaId, call)
    })
}
