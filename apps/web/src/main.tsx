import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { readArrival } from './lib/arrival.ts'
import { pressEnterOnce } from './lib/held-enter.ts'
import { isOperatorPath } from './lib/paths.ts'
import { queryClient } from './lib/query-client.ts'
import { sessionQuery } from './lib/session.ts'
import { watchOtherTabs } from './lib/stored-session.ts'
import './styles.css'

if (!isOperatorPath(location.pathname)) {
  readArrival()
  // Asked for before React renders: the first picture waits for it.
  void queryClient.prefetchQuery(sessionQuery)
}
pressEnterOnce()
watchOtherTabs(() => void queryClient.resetQueries(sessionQuery))

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
