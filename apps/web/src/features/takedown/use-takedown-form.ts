import { zodResolver } from '@hookform/resolvers/zod'
import { type Takedown, type TypedTakedown, takedownForm } from '@hotvote/shared/visitor/takedowns'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { CallError } from '../../lib/api/call-error.ts'
import { takedownMutation } from './takedown.api.ts'
import { draft, isField, keepTyped, noteSent, openDraft, typedSoFar } from './takedown-draft.ts'

/** What the server found wrong, by field: `infringingUrls.3` belongs to `infringingUrls`. */
const listIssues = (error: Error) =>
  (error instanceof CallError ? error.issues : []).flatMap(({ path, message }) => {
    const [name = ''] = path.split('.')
    return isField(name) ? [{ name, message }] : []
  })

/**
 * The takedown form (`visitor.md §4`), which nobody is led away from once it is begun, and which is as it was typed for who comes back to it: after a failure what
 * the server says stands at the fields, and the keyboard is back where it can go on: at the first of them, else at `submitButton`.
 */
export function useTakedownForm(submitButton: RefObject<HTMLButtonElement | null>) {
  const form = useForm<TypedTakedown, unknown, Takedown>({
    resolver: zodResolver(takedownForm),
    defaultValues: typedSoFar(),
  })
  const { mutate, error, ...own } = useMutation({ ...takedownMutation, onSuccess: (_answer, { key }) => noteSent(key) })
  // It may have been sent from this screen before somebody left it and came back.
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
    // It was sent from a field, maybe, which is disabled meanwhile.
    submitButton.current?.focus({ preventScroll: true })
    mutate({ claim, key: draft.get().key })
  }
  return {
    /** What the field of this name takes as properties. */
    field: (name: keyof TypedTakedown) => ({ ...form.register(name), error: form.formState.errors[name]?.message }),
    isPending,
    isSuccess,
    submit: form.handleSubmit(send),
  }
}
export type TakedownForm = ReturnType<typeof useTakedownForm>
