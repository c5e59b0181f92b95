import { useEffect } from 'react'
import { toast } from '../../lib/browser/toasts.ts'
import { sortPasted } from './pasted-files.ts'
import { uploads } from './uploads.ts'

/** Adds files pasted anywhere on the page (`visitor.md §2`), except into fields. */
export function usePagePaste() {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isField(event.target)) return
      event.preventDefault()
      const { accepted, problems } = sortPasted(files, new Date())
      uploads.add(accepted)
      if (problems.length > 0)
        toast({ title: 'Invalid File', description: problems.join('. '), variant: 'destructive' })
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
