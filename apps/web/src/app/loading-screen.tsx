import { useLocation } from 'wouter'
import { Spinner } from '../ui/spinner.tsx'
import { destinations } from './navigation.ts'

/** Stands where a screen will be; whoever does not see it is told which. */
export function LoadingScreen() {
  const [location] = useLocation()
  const screen = destinations.find(({ path }) => path === location)
  return (
    <>
      <h1 className="sr-only">{screen?.label ?? 'Loading…'}</h1>
      <Spinner className="m-auto p-8" />
    </>
  )
}
