import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { isOperatorPath } from './lib/paths.ts'
import { queryClient } from './lib/query-client.ts'
import { sessionQuery } from './lib/session.ts'
import { watchLoggedOut } from './lib/stored-session.ts'
import './styles.css'

// Asked for before React renders: the first picture waits for it.
if (!isOperatorPath(location.pathname)) void queryClient.prefetchQuery(sessionQuery)
watchLoggedOut(() => void queryClient.resetQueries(sessionQuery))

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
