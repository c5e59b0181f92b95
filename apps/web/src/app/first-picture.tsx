import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { queryClient } from '../lib/net/query-client.ts'
import { Routes } from './routes.tsx'

/** The first frame of the page, as HTML: rendered by the build, never in a browser (`build/first-picture.ts`). */
export const firstFrame = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Routes />
    </QueryClientProvider>,
  )
