import { useLocation } from 'wouter'
import { isOperatorPath } from '../lib/visitor/paths.ts'
import { lazyWhenIdle } from './lazy-when-idle.ts'

const Redirects = lazyWhenIdle(async () => (await import('../features/redirects/redirects.tsx')).Redirects)

/** The redirects of visitor pages; operator pages have none (`visitor.md §4`). */
export function VisitorRedirects() {
  const [location] = useLocation()
  return !isOperatorPath(location) && <Redirects />
}
