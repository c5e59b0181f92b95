import { AppError } from '../http/errors.ts'

/**
 * Runs at most `parallel` tasks at once, the others in the order they came.
 * The task's promise is returned; AppError `unavailable` when already `waiting` tasks wait.
 */
export const createQueue = (parallel: number, waiting: number) => {
  const line: (() => void)[] = []
  let running = 0
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= parallel) {
      if (line.length >= waiting) throw new AppError('unavailable', 'Too many uploads at once.')
      await new Promise<void>((go) => line.push(go))
    } else {
      running += 1
    }
    try {
      return await task()
    } finally {
      // The place goes to the next in line directly, so that nobody can slip in between.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
