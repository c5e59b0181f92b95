import { QueryClientProvider } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { queryClient } from '../lib/api/query-client.ts'
import { isOperatorPath } from '../lib/session/paths.ts'
import { lazyWhenIdle } from './lazy-when-idle.ts'
import { Routes } from './routes.tsx'

const Redirects = lazyWhenIdle(async () => (await import('../features/redirects/redirects.tsx')).Redirects)

/** Redirects apply to visitor pages only (`visitor.md §4`). */
function VisitorRedirects() {
  const [location] = useLocation()
  return !isOperatorPath(location) && <Redirects />
}

const Toasts = lazyWhenIdle(async () => (await import('../ui/overlays/toast.tsx')).Toasts)
const OfflineBanner = lazyWhenIdle(async () => (await import('./offline-banner.tsx')).OfflineBanner)

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Routes />
      <OfflineBanner />
      <Toasts />
      <VisitorRedirects />
    </QueryClientProvider>
  )
}
