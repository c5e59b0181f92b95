import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

/** Milliseconds until buffered lines are written. */
const FLUSH_DELAY = 200

/** Buffers lines, because Pino's own output keeps retrying forever if the disk is full. */
const bufferedStdout = () => {
  let lines = ''
  const flush = () => {
    if (lines !== '') process.stdout.write(lines)
    lines = ''
  }
  process.once('exit', flush)
  return {
    write(line: string) {
      if (lines === '') setTimeout(flush, FLUSH_DELAY).unref()
      lines += line
    },
  }
}

export const openLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, bufferedStdout())
