import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Button } from './button.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useReturnFocus } from './use-return-focus.ts'

/** `text` says what will be lost, `details` shows it, `action` names the deed ("Delete photo"). */
type Question = { title: string; text: string; action: string; details?: ReactNode }
type OpenQuestion = Question & { answer: (isConfirmed: boolean) => void }

let openQuestion: OpenQuestion | null = null
const listeners = new Set<() => void>()

const show = (next: OpenQuestion | null) => {
  openQuestion = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `if (await confirm({…})) …`. The screen shows a `ConfirmDialog`; a question that replaces another one ends it. */
export const confirm = (question: Question) =>
  new Promise<boolean>((resolve) => {
    openQuestion?.answer(false)
    show({
      ...question,
      answer: (isConfirmed) => {
        show(null)
        resolve(isConfirmed)
      },
    })
  })

/** Asks what `confirm` was given; Escape, a click beside it, going back and leaving the screen mean no. */
export function ConfirmDialog() {
  const question = useSyncExternalStore(subscribe, () => openQuestion)
  const [path] = useLocation()
  const search = useSearch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with each of these
  useEffect(() => () => openQuestion?.answer(false), [path, search])
  return question && <QuestionDialog {...question} />
}

function QuestionDialog({ title, text, action, details, answer }: OpenQuestion) {
  const cancel = useRef<HTMLButtonElement>(null)
  const returnFocus = useReturnFocus()
  useCloseOnBack(() => answer(false))
  return (
    <Dialog.Root open onOpenChange={() => answer(false)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Dialog.Content
          role="alertdialog"
          className="fixed inset-0 z-40 m-auto h-fit max-h-[calc(100%-2rem)] w-[min(26rem,calc(100%-2rem))] animate-appear overflow-y-auto rounded-card border border-line bg-panel p-5 shadow-soft sm:p-6"
          onOpenAutoFocus={(event) => {
            // A key pressed too long must not destroy anything.
            event.preventDefault()
            cancel.current?.focus()
          }}
          onCloseAutoFocus={returnFocus}
        >
          <Dialog.Title className="text-lg">{title}</Dialog.Title>
          <Dialog.Description className="mt-2 break-words text-mute">{text}</Dialog.Description>
          {details}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button ref={cancel} className="max-sm:flex-auto" onClick={() => answer(false)}>
              Cancel
            </Button>
            <Button variant="danger" className="max-sm:flex-auto" onClick={() => answer(true)}>
              {action}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
