import { store } from './store.ts'

/** Whether this browser refuses our cookie: it says so, or a session that was opened just now is not known. */
export const cookiesBlocked = store(navigator.cookieEnabled === false)
