import type { Drawing } from './drawing.ts'
import { LANDSCAPES } from './landscapes.ts'
import { NIGHTS } from './nights.ts'
import { STUDIES } from './studies.ts'

/** All pictures, dealt out in turn so that neighbours differ. */
export const DRAWINGS: Drawing[] = LANDSCAPES.flatMap((landscape, i) =>
  [landscape, NIGHTS[i], STUDIES[i]].filter((drawing) => drawing !== undefined),
)
