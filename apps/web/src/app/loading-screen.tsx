import type { ComponentType } from 'react'
import { fetched } from '../lib/net/fetched.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** Stands where a screen will be. */
export const LoadingScreen = () => (
  <>
    <h1 className="sr-only">Loading…</h1>
    <Spinner className="m-auto p-8" />
  </>
)

/** A screen whose code is fetched when it is first shown. */
export const fetchedScreen = (load: () => Promise<ComponentType>) => fetched(load, LoadingScreen)
