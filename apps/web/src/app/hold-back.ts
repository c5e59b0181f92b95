import { closeOnBack, leaveBack } from '../lib/browser/screen-history.ts'

/** Keeps the screen when somebody goes back, and goes on back when `mayLeave` allows it. Returns how to stop. */
export function holdBack(mayLeave: () => Promise<boolean>) {
  const heard = async () => {
    // Held again, while one is asked.
    release = closeOnBack(heard)
    if (await mayLeave()) leaveBack()
  }
  let release = closeOnBack(heard)
  return () => release()
}
