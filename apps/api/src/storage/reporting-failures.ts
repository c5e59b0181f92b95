import type { Storage } from './storage.ts'

type Operation = keyof Storage

const OPERATIONS = {
  put: true,
  read: true,
  head: true,
  delete: true,
  list: true,
  copy: true,
  ready: true,
} satisfies Record<Operation, true>
/** What a store can be asked for. */
export const storeOperations = Object.keys(OPERATIONS)

/** The same store; `failed` is told of each call that it did not answer well. A key that is not ours is no failure of it. */
export const reportingFailures = (storage: Storage, failed: (operation: Operation) => void): Storage => {
  const watched =
    <Args extends unknown[], Answer>(operation: Operation, call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      try {
        return await call(...args)
      } catch (failure) {
        if (!(failure instanceof RangeError)) failed(operation)
        throw failure
      }
    }
  return {
    put: watched('put', storage.put),
    read: watched('read', storage.read),
    head: watched('head', storage.head),
    delete: watched('delete', storage.delete),
    list: watched('list', storage.list),
    copy: watched('copy', storage.copy),
    ready: watched('ready', storage.ready),
  }
}
