import { EMAIL_NOT_VALID, EMAIL_REQUIRED, normalizeEmail } from '@hotvote/shared/email-address'
import type { validateEmail } from '@hotvote/shared/visitor/accounts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { useDebounced } from '../browser/hooks.ts'

/** State of an email field. `known` is the saved address, which needs no check. */
export function useEmailEntry(known = '', initial = known) {
  const [typed, setTyped] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const questions = useRef(0)
  const address = normalizeEmail(typed)
  const isChanged = address !== normalizeEmail(known)
  const check = useEmailCheck(isChanged ? typed : '')

  const change = (next: string) => {
    questions.current += 1
    setTyped(next)
    setProblem(undefined)
  }
  // Discard a pending check on unmount, because a closed dialog must not send anything.
  useEffect(
    () => () => {
      questions.current += 1
    },
    [],
  )
  /** Returns the address if it can receive mail; undefined if the field shows an error or the input has changed. */
  const confirm = async () => {
    questions.current += 1
    const mine = questions.current
    const found = await emailProblem(typed)
    if (questions.current !== mine) return undefined
    // Don't show a failure of the check itself, because the field already does.
    setProblem(found === UNCHECKED ? undefined : found)
    return found === undefined ? address : undefined
  }
  return {
    address,
    isChanged,
    check,
    confirm,
    field: { value: typed, onChange: change, check, error: problem },
  }
}

/** Milliseconds (`visitor.md §9`). */
const PAUSE_MS = 800
/** Milliseconds. Results are cached only briefly, because a domain may start accepting mail. */
const STALE_MS = 60_000
/** Matches input that might be an address. Other input is rejected without asking the server. */
const SHAPE = /^[^\s@]+@[^\s@]+$/
const UNCHECKED = 'Unable to validate email address'

/** See `visitor.md §4`. */
export type EmailCheck = {
  status: 'empty' | 'validating' | 'valid' | 'invalid'
  error?: string | undefined
  /** Suggested correction for a likely typo. */
  suggestion?: string | undefined
  /** Retries the check; set only if the check itself failed. */
  retry?: () => void
}

type Verdict = { isValid: boolean; errors: string[]; suggestions: string[] }

// Use `callApi`, because checking an address must not create a session for a logged-out visitor.
const verdictQuery = (address: string) =>
  queryOptions({
    queryKey: ['email', address],
    queryFn: (): Promise<Verdict> =>
      callApi<typeof validateEmail>('POST /api/validate-email', { body: { email: address } }),
    staleTime: STALE_MS,
  })

const refusal = ({ isValid, errors }: Verdict) => (isValid ? undefined : (errors[0] ?? 'Invalid email address'))

/** Checks the address after a pause in typing, and ignores outdated results. */
function useEmailCheck(typed: string): EmailCheck {
  const address = normalizeEmail(typed)
  const isSettled = useDebounced(address, PAUSE_MS) === address
  const { data, isError, isFetching, refetch } = useQuery({
    ...verdictQuery(address),
    enabled: isSettled && address !== '',
  })
  if (address === '') return { status: 'empty' }
  // Ignore older data after an error, because the data is stale.
  if (isError && isSettled)
    return isFetching ? { status: 'validating' } : { status: 'invalid', error: UNCHECKED, retry: () => void refetch() }
  if (data) {
    const suggestion = data.suggestions.find((other) => other !== address)
    return { status: data.isValid ? 'valid' : 'invalid', error: refusal(data), suggestion }
  }
  return { status: 'validating' }
}

/** Checks the address immediately, using cached results. */
async function emailProblem(typed: string): Promise<string | undefined> {
  const address = normalizeEmail(typed)
  if (address === '') return EMAIL_REQUIRED
  if (!SHAPE.test(address)) return EMAIL_NOT_VALID
  try {
    return refusal(await queryClient.fetchQuery(verdictQuery(address)))
  } catch {
    return UNCHECKED
  }
}
