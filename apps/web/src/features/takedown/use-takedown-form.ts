import { zodResolver } from '@hookform/resolvers/zod'
import { type Takedown, type TypedTakedown, takedownForm } from '@hotvote/shared/visitor/takedowns'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { CallError } from '../../lib/api/call-error.ts'
import { takedownMutation } from './takedown.api.ts'
import { draft, isField, keepTyped, noteSent, openDraft, typedSoFar } from './takedown-draft.ts'

/** Field errors of the server; `infringingUrls.3` belongs to `infringingUrls`. */
const listIssues = (error: Error) =>
  (error instanceof CallError ? error.issues : []).flatMap(({ path, message }) => {
    const [name = ''] = path.split('.')
    return isField(name) ? [{ name, message }] : []
  })

/** Takedown form (`visitor.md §4`); after a failure, the first invalid field or `submitButton` gets the focus. */
export function useTakedownForm(submitButton: RefObject<HTMLButtonElement | null>) {
  const form = useForm<TypedTakedown, unknown, Takedown>({
    resolver: zodResolver(takedownForm),
    defaultValues: typedSoFar(),
  })
  const { mutate, error, ...own } = useMutation({ ...takedownMutation, onSuccess: (_answer, { key }) => noteSent(key) })
  // The visitor may have sent the form, left and returned.
  const isOnItsWay = useIsMutating({ mutationKey: takedownMutation.mutationKey }) > 0
  const isPending = own.isIdle ? isOnItsWay : own.isPending
  const isSuccess = draft.use().isSent || own.isSuccess
  const { setError, setFocus, subscribe } = form
  useEffect(openDraft, [])
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) }), [subscribe])
  useEffect(() => {
    if (!error) return
    const issues = listIssues(error)
    for (const { name, message } of issues) setError(name, { message })
    const [first] = issues
    if (first) setFocus(first.name)
    else submitButton.current?.focus()
  }, [error, setError, setFocus, submitButton])
  const send = (claim: Takedown) => {
    // The focused field is about to be disabled.
    submitButton.current?.focus({ preventScroll: true })
    mutate({ claim, key: draft.get().key })
  }
  return {
    field: (name: keyof TypedTakedown) => ({ ...form.register(name), error: form.formState.errors[name]?.message }),
    isPending,
    isSuccess,
    submit: form.handleSubmit(send),
  }
}
export type TakedownForm = ReturnType<typeof useTakedownForm>
