import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../lib/net/query-client.ts'
import { Toasts } from '../ui/toast.tsx'
import { lazyWhenIdle } from './lazy-when-idle.ts'
import { Routes } from './routes.tsx'
import { VisitorRedirects } from './visitor-redirects.tsx'

/** Fetched while there is a network. */
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
