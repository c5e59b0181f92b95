import { type ToastContent, toast } from '../browser/toasts.ts'

type Stopped = { result: { message: string } | null }

/** Tells what long work had done until it was stopped, if anything; `more`: what is offered with it. */
export const tellStopped = ({ result }: Stopped, more: Pick<ToastContent, 'action'> = {}) =>
  result && toast({ title: 'Stopped', description: result.message, ...more })
