import { AppError } from '../domain/errors.ts'

/**
 * Runs at most `parallel` tasks at once, one fewer of each network, so that the others never wait for all of its files. Networks
 * that wait take turns. The task's promise is returned; AppError `unavailable` when already `waiting` tasks wait.
 */
export const createFairQueue = (parallel: number, waiting: number) => {
  const ofNetwork = Math.max(1, parallel - 1)
  const running: string[] = []
  const waitingTasks = new Map<string, (() => void)[]>()
  const isFree = (network: string) => running.filter((other) => other === network).length < ofNetwork

  const startNext = () => {
    const network = [...waitingTasks.keys()].find(isFree)
    if (network === undefined || running.length >= parallel) return
    const [start, ...rest] = waitingTasks.get(network) ?? []
    waitingTasks.delete(network)
    if (rest.length > 0) waitingTasks.set(network, rest)
    running.push(network)
    start?.()
  }
  return async <T>(network: string, task: () => Promise<T>): Promise<T> => {
    const tasks = [...waitingTasks.values()].flat().length
    if (tasks >= waiting && !(running.length < parallel && isFree(network)))
      throw new AppError('unavailable', 'Too many uploads at once.')
    const turn = Promise.withResolvers<void>()
    waitingTasks.set(network, [...(waitingTasks.get(network) ?? []), turn.resolve])
    startNext()
    await turn.promise
    try {
      return await task()
    } finally {
      running.splice(running.indexOf(network), 1)
      startNext()
    }
  }
}
