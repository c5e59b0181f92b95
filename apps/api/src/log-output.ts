import { write, writeSync } from 'node:fs'

/** Milliseconds that a line may wait to be written together with others. */
const DELAY = 200
/** Characters that are written without waiting for more. */
const ENOUGH = 4096
/** Characters that may wait: what comes while the output takes none is lost. */
const MOST = 1024 * 1024

const NOTHING = Buffer.alloc(0)

/**
 * Writes lines to a file descriptor, many at a time; the exit writes what is left. One that cannot be written, on a full
 * disk for instance, is lost: pino's own output would try again for ever, also at the exit, which would never come.
 */
export const openLogOutput = (fd: number) => {
  let lines = ''
  let rest: Buffer = NOTHING
  let isWriting = false
  let isDue = false
  const scheduleFlush = () => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      flush()
    }, DELAY).unref()
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
      if (failure) rest = failure.code === 'EAGAIN' ? rest : NOTHING
      else rest = rest.subarray(written)
      if (!failure && (rest.length > 0 || lines.length > ENOUGH)) flush()
      else if (rest.length > 0 || lines !== '') scheduleFlush()
    })
  }
  const atExit = () => {
    if (isWriting) rest = NOTHING
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
      if (lines.length + line.length > MOST) return
      lines += line
      if (lines.length > ENOUGH) flush()
      else scheduleFlush()
    },
  }
}
