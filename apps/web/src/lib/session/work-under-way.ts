import { store } from '../browser/store.ts'
import { toast } from '../browser/toasts.ts'

/** Upload progress in percent, or null. Stored here because the shell reads it before the upload code loads. */
export const uploadProgress = store<number | null>(null)

const checks = new Set<() => boolean>()

/** Registers a check for unfinished work that leaving the page would lose. */
export const registerUnfinishedWork = (isUnderWay: () => boolean) => void checks.add(isUnderWay)

export const isWorkUnderWay = () => [...checks].some((isUnderWay) => isUnderWay())

const RELOAD = 'The site may have been updated. Reload the page.'

/** Shown if lazy code fails to load. Offers no reload while offline, because a reload would lose the page. */
export const toastNotLoaded = (part: string) =>
  toast({
    title: `${part} could not be loaded`,
    variant: 'destructive',
    ...(navigator.onLine
      ? {
          description: isWorkUnderWay() ? `${RELOAD} Anything you haven't sent yet would be lost.` : RELOAD,
          action: { label: 'Reload', hint: 'Reload the page', run: () => location.reload() },
        }
      : { description: "You're offline. Try again when you're back online." }),
  })
