import type { ComponentType } from 'react'
import { lazyComponent } from '../lib/api/lazy-component.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'

export const LoadingScreen = () => (
  <>
    <h1 className="sr-only">Loading…</h1>
    <Spinner className="m-auto p-8" />
  </>
)

/** Loads a screen when it is first shown. */
export const lazyScreen = (load: () => Promise<ComponentType>) => lazyComponent(load, LoadingScreen)
