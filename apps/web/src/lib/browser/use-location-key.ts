import { useState } from 'react'
import { currentLocationKey } from './screen-history.ts'

/** For the query key of a list: following a link loads a fresh list, going back finds the cached one, however long. */
export const useLocationKey = () => useState(currentLocationKey)[0]
