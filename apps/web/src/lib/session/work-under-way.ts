import { toast } from '../browser/toasts.ts'

const checks = new Set<() => boolean>()

/** Registers a check for unfinished work, which leaving the page would lose. Returns an unregister function. */
export const losesWithPage = (isUnderWay: () => boolean) => {
  checks.add(isUnderWay)
  return () => void checks.delete(isUnderWay)
}

export const isWorkUnderWay = () => [...checks].some((isUnderWay) => isUnderWay())

const ADVICE = 'Check your connection, or reload the page: the site may have been updated.'

/** Shows a toast if lazy code fails to load, while offline or after an upgrade of the site. */
export const toastNotLoaded = (part: string) =>
  toast({
    title: `${part} could not be loaded`,
    description: isWorkUnderWay() ? `${ADVICE} Anything you haven't sent yet would be lost.` : ADVICE,
    variant: 'destructive',
    action: { label: 'Load again', hint: 'Load the page again', run: () => location.reload() },
  })
