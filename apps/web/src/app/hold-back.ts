import { closeOnBack, goBackFromScreen } from '../lib/browser/screen-history.ts'

/** Keeps the screen when somebody goes back, and goes on back when `mayLeave` allows it. Returns how to stop. */
export function blockBack(mayLeave: () => Promise<boolean>) {
  const heard = async () => {
    // Held again, while one is asked.
    release = closeOnBack(heard)
    if (await mayLeave()) goBackFromScreen()
  }
  let release = closeOnBack(heard)
  return () => release()
}
