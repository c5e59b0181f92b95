import pLimit from 'p-limit'
import { AppError } from '../domain/errors.ts'

/**
 * Runs at most `parallel` tasks at once, the others in the order they came.
 * The task's promise is returned; AppError `unavailable` when already `waiting` tasks wait.
 */
export const createQueue = (parallel: number, waiting: number) => {
  const limit = pLimit(parallel)
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= parallel + waiting)
      throw new AppError('unavailable', 'Too many uploads at once.')
    return limit(task)
  }
}
