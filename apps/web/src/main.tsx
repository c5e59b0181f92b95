import './lib/api/report-error.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { queryClient } from './lib/api/query-client.ts'
import { isOperatorPath } from './lib/session/paths.ts'
import { readLoginLink, sessionQuery } from './lib/session/session.ts'
import { watchOtherTabs } from './lib/session/stored-session.ts'
import './styles.css'

// Disable zod's `new Function`, which violates the CSP. Importing zod's `config` would add 4 kB to the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
if (!isOperatorPath(location.pathname)) {
  readLoginLink()
  // Start before React renders, because the first photo waits for the session.
  void queryClient.prefetchQuery(sessionQuery)
}
watchOtherTabs(() => void queryClient.resetQueries(sessionQuery))

const root = document.getElementById('root')
// Render in a transition, which works in slices so that slow phones still respond to taps.
if (root)
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
