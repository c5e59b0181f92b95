import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'
import { openLogOutput } from './log-output.ts'

const STDOUT = 1

/** Lines of JSON on the standard output. */
export const openLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, openLogOutput(STDOUT))
