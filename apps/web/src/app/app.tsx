import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../lib/query-client.ts'
import { Toasts } from '../ui/toast.tsx'
import { Routes } from './routes.tsx'
import { VisitorRedirects } from './visitor-redirects.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Routes />
      <Toasts />
      <VisitorRedirects />
    </QueryClientProvider>
  )
}
