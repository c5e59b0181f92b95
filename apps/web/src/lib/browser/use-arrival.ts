import { useState } from 'react'
import { currentArrival } from './screen-history.ts'

/** Milliseconds that a list which was left is kept for somebody who goes back to it. */
export const LEFT_LIST_MS = 10 * 60_000

/**
 * For the key of a list: who comes by a link gets a list of its own, loaded anew, and who goes back finds the one that
 * was left, as long as it was.
 */
export const useArrival = () => useState(currentArrival)[0]
