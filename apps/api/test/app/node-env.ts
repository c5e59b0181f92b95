import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/hotvote-compiled', import.meta.url))

export const nodeEnv = { PATH: process.env.PATH, TMPDIR: tmpdir(), NODE_COMPILE_CACHE: COMPILED }
