import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../lib/query-client.ts'
import { Toasts } from '../ui/toast.tsx'
import { Routes } from './routes.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Routes />
      <Toasts />
    </QueryClientProvider>
  )
}
