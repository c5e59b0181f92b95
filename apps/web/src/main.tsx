import './lib/api/report-error.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { queryClient } from './lib/api/query-client.ts'
import { isOperatorPath } from './lib/session/paths.ts'
import { readLoginLink, sessionQuery } from './lib/session/session.ts'
import { watchOtherTabs } from './lib/session/stored-session.ts'
import './styles.css'

// Zod's settings, without 4 kB of zod in the first load. With the first schema it would try whether code may be made of a
// text, which the policy forbids and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
if (!isOperatorPath(location.pathname)) {
  readLoginLink()
  // Asked for before React renders: the first picture waits for it.
  void queryClient.prefetchQuery(sessionQuery)
}
watchOtherTabs(() => void queryClient.resetQueries(sessionQuery))

const root = document.getElementById('root')
// In slices: on a slow phone the first render would hold up a tap for a quarter of a second.
if (root)
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
