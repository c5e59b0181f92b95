import type { ComponentType } from 'react'
import { lazyComponent } from '../lib/api/lazy-component.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'

/** Stands where a screen will be. */
export const LoadingScreen = () => (
  <>
    <h1 className="sr-only">Loading…</h1>
    <Spinner className="m-auto p-8" />
  </>
)

/** A screen whose code is fetched when it is first shown. */
export const lazyScreen = (load: () => Promise<ComponentType>) => lazyComponent(load, LoadingScreen)
