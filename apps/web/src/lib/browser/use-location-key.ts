import { useState } from 'react'
import { currentLocationKey } from './screen-history.ts'

/** Milliseconds that the list of a screen that was left stays cached, for going back to it. */
export const LIST_CACHE_MS = 10 * 60_000

/** For the query key of a list: following a link loads a fresh list, going back finds the cached one, however long. */
export const useLocationKey = () => useState(currentLocationKey)[0]
