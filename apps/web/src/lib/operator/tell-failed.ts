import { toast } from '../browser/toasts.ts'

type Failed = { result: { message: string } | null; error: string | null }

/** Tells that long work failed: what was `done` until then, and why it went no further. */
export const tellFailed = (
  { result, error }: Failed,
  { title, fallback }: { title: string; fallback?: string },
  done = result?.message,
) => toast({ title, description: [done, error ?? fallback].filter(Boolean).join('. '), variant: 'destructive' })
