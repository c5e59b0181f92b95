import { write, writeSync } from 'node:fs'

/** Milliseconds that a line may wait to be written together with others. */
const FLUSH_DELAY = 200
/** Characters that are written without waiting for more. */
const FLUSH_SIZE = 64 * 1024
/** Characters that may wait: what comes while the output takes none is lost. */
const BUFFER_MAX = 1024 * 1024

const EMPTY = Buffer.alloc(0)

/**
 * Writes lines to a file descriptor, many at a time; the exit writes what is left. One that cannot be written, on a full
 * disk for instance, is lost: pino's own output would try again for ever, also at the exit, which would never come.
 */
export const openLogOutput = (fd: number) => {
  let lines = ''
  let rest: Buffer = EMPTY
  let isWriting = false
  let isDue = false
  const scheduleFlush = () => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      flush()
    }, FLUSH_DELAY).unref()
  }
  const flush = () => {
    if (isWriting) return
    if (rest.length === 0) {
      rest = Buffer.from(lines)
      lines = ''
    }
    if (rest.length === 0) return
    isWriting = true
    write(fd, rest, (failure, written) => {
      isWriting = false
      if (failure) rest = failure.code === 'EAGAIN' ? rest : EMPTY
      else rest = rest.subarray(written)
      if (!failure && (rest.length > 0 || lines.length > FLUSH_SIZE)) flush()
      else if (rest.length > 0 || lines !== '') scheduleFlush()
    })
  }
  const atExit = () => {
    if (isWriting) rest = EMPTY
    try {
      for (let left = Buffer.concat([rest, Buffer.from(lines)]); left.length > 0; )
        left = left.subarray(writeSync(fd, left))
    } catch {}
  }
  let isUsed = false
  return {
    write(line: string) {
      if (!isUsed) process.once('exit', atExit)
      isUsed = true
      if (lines.length + line.length > BUFFER_MAX) return
      lines += line
      if (lines.length > FLUSH_SIZE) flush()
      else scheduleFlush()
    },
  }
}
