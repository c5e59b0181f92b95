import { zodResolver } from '@hookform/resolvers/zod'
import { type Takedown, type TypedTakedown, takedownForm } from '@hotvote/shared/takedowns'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { randomId } from '../../lib/browser/random-id.ts'
import { CallError } from '../../lib/net/call-error.ts'
import { losesWithPage } from '../../lib/visitor/work-under-way.ts'
import { takedownMutation } from './takedown.api.ts'

const empty: TypedTakedown = {
  complainantName: '',
  complainantEmail: '',
  complainantPhone: '',
  copyrightOwner: '',
  complainantAddress: '',
  workDescription: '',
  infringementDescription: '',
  infringingUrls: '',
  goodFaithStatement: false,
  accuracyStatement: false,
  electronicSignature: '',
}
const isField = (name: string): name is keyof TypedTakedown => name in empty

/** What the server found wrong, by field: `infringingUrls.3` belongs to `infringingUrls`. */
const issuesOf = (error: Error) =>
  (error instanceof CallError ? error.issues : []).flatMap(({ path, message }) => {
    const [name = ''] = path.split('.')
    return isField(name) ? [{ name, message }] : []
  })

/**
 * The takedown form (`visitor.md §4`), which nobody is led away from once it is begun: after a failure it stays as it was typed, what the server says stands at the
 * fields, and the keyboard is back where it can go on: at the first of them, else at `submitButton`.
 */
export function useTakedownForm(submitButton: RefObject<HTMLButtonElement | null>) {
  const form = useForm<TypedTakedown, unknown, Takedown>({ resolver: zodResolver(takedownForm), defaultValues: empty })
  const { mutate, error, isPending, isSuccess } = useMutation(takedownMutation)
  const [key] = useState(randomId)
  const { setError, setFocus } = form
  const isBegun = form.formState.isDirty && !isSuccess
  useEffect(() => {
    if (isBegun) return losesWithPage(() => true)
  }, [isBegun])
  useEffect(() => {
    if (!error) return
    const issues = issuesOf(error)
    for (const { name, message } of issues) setError(name, { message })
    const [first] = issues
    if (first) setFocus(first.name)
    else submitButton.current?.focus()
  }, [error, setError, setFocus, submitButton])
  const send = (claim: Takedown) => {
    // It was sent from a field, maybe, which is disabled meanwhile.
    submitButton.current?.focus({ preventScroll: true })
    mutate({ claim, key })
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
