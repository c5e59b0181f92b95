import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Where Node keeps what it compiled, so that the next process of a run starts sooner. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/hotvote-compiled', import.meta.url))

/** What a process of Node is given beside its settings. */
export const nodeEnv = { PATH: process.env.PATH, TMPDIR: tmpdir(), NODE_COMPILE_CACHE: COMPILED }
