import { queryClient } from '../net/query-client.ts'
import { sessionKey } from './session-key.ts'
import { forgetSession, setLoggedOut } from './stored-session.ts'

const endings = new Set<() => void>()

/** What acts in the visitor's name by itself stops when they are logged out here, or their account is gone. */
export const onVisitEnd = (end: () => void) => {
  endings.add(end)
}

/** What goes on in the visitor's name stops; whoever comes next may be here already. */
export const stopVisit = () => {
  for (const end of endings) end()
}

/** This browser forgets its visitor, and every screen shows that nobody is logged in (`visitor.md §4`). */
export function endVisit() {
  setLoggedOut(true)
  forgetSession()
  stopVisit()
  queryClient.setQueryData(sessionKey, null)
}
