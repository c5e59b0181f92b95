import { zodResolver } from '@hookform/resolvers/zod'
import { type fileTakedown, type Takedown, type TypedTakedown, takedownForm } from '@hotvote/shared/visitor/takedowns'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { callApi } from '../../lib/api/call-api.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { blockAdsWhile } from '../../lib/session/ad-document.ts'
import { onVisitEnd } from '../../lib/session/open-session.ts'
import { watchOtherTabs } from '../../lib/session/stored-session.ts'
import { registerUnfinishedWork } from '../../lib/session/work-under-way.ts'

/** Files a request without a session, with the URLs as a JSON-encoded array (`visitor.md §3`). */
const takedownMutation = {
  mutationFn: (claim) => {
    const body = { ...claim, infringingUrls: JSON.stringify(claim.infringingUrls) }
    return callApi<typeof fileTakedown>('POST /api/dmca-takedown', { body })
  },
  meta: {
    done: {
      title: 'DMCA takedown submitted',
      description: 'Your takedown request has been submitted and will be reviewed by our team.',
    },
    failed: { title: 'Submission failed', fallback: 'Failed to submit DMCA takedown' },
  },
} satisfies UseMutationOptions<unknown, Error, Takedown>

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
const fields = Object.keys(empty).filter(isField)

/** Draft that survives navigation. Kept in memory only, because ad code can read the browser's storage. */
let draft = empty

const isBegun = () => fields.some((name) => draft[name] !== empty[name])

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function saveDraft(next: TypedTakedown) {
  draft = next
  if (isBegun()) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
}
const forgetDraft = () => saveDraft(empty)

/** Typed input, and the URL that the report dialog links with. */
const getInitial = (): TypedTakedown => {
  const linked = new URLSearchParams(location.search).get('url') ?? ''
  return { ...draft, infringingUrls: draft.infringingUrls || linked }
}

registerUnfinishedWork(isBegun)
blockAdsWhile(isBegun)
// Clear the draft so the next visitor cannot see it.
onVisitEnd(forgetDraft)
watchOtherTabs(forgetDraft)

/** Returns the server's errors by field. An error for `infringingUrls.3` belongs to `infringingUrls`. */
const listIssues = (error: Error) =>
  (error instanceof CallError ? error.issues : []).flatMap(({ path, message }) => {
    const [name = ''] = path.split('.')
    return isField(name) ? [{ name, message }] : []
  })

/** State of the takedown form (`visitor.md §4`). A failure focuses the first invalid field or `submitButton`. */
export function useTakedownForm(submitButton: RefObject<HTMLButtonElement | null>) {
  const form = useForm<TypedTakedown, unknown, Takedown>({
    resolver: zodResolver(takedownForm),
    defaultValues: getInitial(),
  })
  const { mutate, error, isPending, isSuccess } = useMutation({ ...takedownMutation, onSuccess: forgetDraft })
  const { setError, setFocus, subscribe } = form
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) }), [subscribe])
  useEffect(() => {
    if (!error) return
    const issues = listIssues(error)
    for (const { name, message } of issues) setError(name, { message })
    const [first] = issues
    if (first) setFocus(first.name)
    else submitButton.current?.focus()
  }, [error, setError, setFocus, submitButton])
  const send = (claim: Takedown) => {
    // Move focus to the button, because the focused field is about to be disabled.
    submitButton.current?.focus({ preventScroll: true })
    mutate(claim)
  }
  return {
    field: (name: keyof TypedTakedown) => ({ ...form.register(name), error: form.formState.errors[name]?.message }),
    isPending,
    isSuccess,
    submit: form.handleSubmit(send),
  }
}
export type TakedownForm = ReturnType<typeof useTakedownForm>
