import * as Radix from '@radix-ui/react-dialog'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { store } from '../../lib/browser/store.ts'
import { Button } from '../forms/button.tsx'
import { Checkbox } from '../forms/checkbox.tsx'
import { CodeField } from '../forms/field.tsx'
import { DialogFrame } from './dialog.tsx'

/** `text` says what is lost, `action` labels the button ("Delete photo"), and `typed` must be entered to confirm. */
type Question = { title: string; text: string; action: string; details?: ReactNode; typed?: string }
export type Option = { label: string; isChosen: boolean }
export type Confirmed = Pick<Option, 'isChosen'>
type OpenQuestion = Question & { option?: Option; answer: (confirmed: Confirmed | null) => void }

const openQuestion = store<OpenQuestion | null>(null)

const ask = (question: Omit<OpenQuestion, 'answer'>) =>
  new Promise<Confirmed | null>((resolve) => {
    openQuestion.get()?.answer(null)
    openQuestion.set({
      ...question,
      answer: (confirmed) => {
        openQuestion.set(null)
        resolve(confirmed)
      },
    })
  })

/** Asks a question: `if (await confirm({…})) …`. A new question cancels the open one. */
export const confirm = async (question: Question) => (await ask(question)) !== null

/** Like `confirm`, but with a checkbox. Null means no. */
export const confirmWithOption = (question: Question & { option?: Option }) => ask(question)

/** Dialog for `confirm`. Escape, a click outside, Back and leaving the screen all mean no. */
export function ConfirmDialog() {
  const question = openQuestion.use()
  const [path] = useLocation()
  const search = useSearch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation dismisses the question
  useEffect(() => () => openQuestion.get()?.answer(null), [path, search])
  return question && <QuestionDialog {...question} />
}

function QuestionDialog({ title, text, action, details, typed, option, answer }: OpenQuestion) {
  const cancel = useRef<HTMLButtonElement>(null)
  const [words, setWords] = useState('')
  const [isChosen, setChosen] = useState(option?.isChosen ?? false)
  const isTyped = typed === undefined || words.trim() === typed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped) answer({ isChosen })
  }
  return (
    <DialogFrame
      role="alertdialog"
      onClose={() => answer(null)}
      onOpenAutoFocus={(event) => {
        // Without words to type, holding down a key must not confirm a destructive action.
        if (typed !== undefined) return
        event.preventDefault()
        cancel.current?.focus()
      }}
      className="m-auto h-fit max-h-[calc(var(--visible-height,100%)-2rem)] w-[min(26rem,calc(100%-2rem))] animate-appear overflow-y-auto rounded-card border border-line bg-panel p-5 shadow-soft sm:p-6"
    >
      <Radix.Title className="text-lg">{title}</Radix.Title>
      <Radix.Description className="mt-2 break-words text-mute">{text}</Radix.Description>
      {details}
      {option && (
        <div className="mt-3">
          <Checkbox label={option.label} checked={isChosen} onChange={({ target }) => setChosen(target.checked)} />
        </div>
      )}
      {typed !== undefined && (
        <form onSubmit={submit} className="mt-4">
          <CodeField
            label={`Type ${typed} to confirm`}
            value={words}
            error={
              !isTyped && words.trim().toUpperCase() === typed.toUpperCase() ? `Type it as shown: ${typed}` : undefined
            }
            onChange={(event) => setWords(event.target.value)}
            autoCapitalize={typed === typed.toUpperCase() ? 'characters' : 'none'}
          />
        </form>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button ref={cancel} className="max-sm:flex-auto" onClick={() => answer(null)}>
          Cancel
        </Button>
        <Button variant="danger" className="max-sm:flex-auto" disabled={!isTyped} onClick={() => answer({ isChosen })}>
          {action}
        </Button>
      </div>
    </DialogFrame>
  )
}
