import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

/** Pino's own output would keep retrying forever if the disk is full. */
const stdout = { write: (line: string) => void process.stdout.write(line) }

export const openLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, stdout)
