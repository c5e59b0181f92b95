import { toast } from '../browser/toasts.ts'

const checks = new Set<() => boolean>()

/** What would be lost with the page tells by `isUnderWay` whether there is any of it just now, until the answer is called. */
export const losesWithPage = (isUnderWay: () => boolean) => {
  checks.add(isUnderWay)
  return () => void checks.delete(isUnderWay)
}

/** Whether something would be lost if the page were left now. */
export const isWorkUnderWay = () => [...checks].some((isUnderWay) => isUnderWay())

const ADVICE = 'Check your connection, or load the page again: the site may be newer than it.'

/** Shown when lazily loaded code fails: the visitor is offline, or the site was upgraded and the page must be reloaded. */
export const toastNotLoaded = (part: string) =>
  toast({
    title: `${part} could not be loaded`,
    description: isWorkUnderWay() ? `${ADVICE} What you have not sent yet would be lost.` : ADVICE,
    variant: 'destructive',
    action: { label: 'Load again', hint: 'Load the page again', run: () => location.reload() },
  })
