import { Spinner } from '../ui/spinner.tsx'

/** Stands where a screen will be. */
export const LoadingScreen = () => (
  <>
    <h1 className="sr-only">Loading…</h1>
    <Spinner className="m-auto p-8" />
  </>
)
