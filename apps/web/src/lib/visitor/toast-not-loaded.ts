import { toast } from '../browser/toasts.ts'
import { isWorkUnderWay } from './work-under-way.ts'

const ADVICE = 'Check your connection, or load the page again: the site may be newer than it.'

/** A part that is fetched when it is wanted did not come: offline, or the site was renewed meanwhile, which only a new page gets over. */
export const toastNotLoaded = (part: string) =>
  toast({
    title: `${part} could not be loaded`,
    description: isWorkUnderWay() ? `${ADVICE} What you have not sent yet would be lost.` : ADVICE,
    variant: 'destructive',
    action: { label: 'Load again', hint: 'Load the page again', run: () => location.reload() },
  })
