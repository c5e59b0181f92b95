import type pg from 'pg'

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>

/**
 * The same pool, whose connections may be released more than once when they were taken with a callback. graphile-worker does so
 * with the one it listens on, when that breaks while the worker ends, and the error would end the process.
 */
export const releasedOnce = (pool: pg.Pool): pg.Pool => {
  const connect = (callback?: (...connected: Connected) => void) =>
    callback
      ? pool.connect((error, client, release) => {
          let isReleased = false
          callback(error, client, (destroy) => {
            // Without a connection there is nothing to release, whatever the types say.
            if (!isReleased) release?.(destroy)
            isReleased = true
          })
        })
      : pool.connect()
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
