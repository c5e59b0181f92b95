import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

/** Milliseconds before buffered lines are written. */
const FLUSH_DELAY = 200

/** Batches lines, because Pino's own output retries forever on a full disk. */
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
