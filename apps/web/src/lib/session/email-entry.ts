import { normalizeEmail } from '@hotvote/shared/email-address'
import { EMAIL_NOT_VALID, EMAIL_REQUIRED } from '@hotvote/shared/email-texts'
import type { validateEmail } from '@hotvote/shared/visitor/accounts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { useDebounced } from '../browser/hooks.ts'

/**
 * The text of an e-mail field and the result of its check. `known` is an address that needs no check: the one
 * that is saved already. `initial` stands in the field at first.
 */
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
  // Nothing is sent any more from a dialog that was closed.
  useEffect(
    () => () => {
      questions.current += 1
    },
    [],
  )
  /**
   * Returns the address if mail may be sent to it. Otherwise the field shows the reason, or the check is outdated: it was
   * repeated, the address was changed, or the field was closed.
   */
  const confirm = async () => {
    questions.current += 1
    const mine = questions.current
    const found = await emailProblem(typed)
    if (questions.current !== mine) return undefined
    // The check says so itself, for as long as it is so.
    setProblem(found === UNCHECKED ? undefined : found)
    return found === undefined ? address : undefined
  }
  return {
    address,
    isChanged,
    check,
    confirm,
    /** For an `EmailField`. */
    field: { value: typed, onChange: change, check, error: problem },
  }
}

/** Milliseconds without typing before an address is asked for (`visitor.md §9`). */
const PAUSE_MS = 800
/** Milliseconds before an address is checked anew: a domain that takes no mail now may take it soon. */
const STALE_MS = 60_000
/** What the server need not be asked about when it is missing. */
const SHAPE = /^[^\s@]+@[^\s@]+$/
const UNCHECKED = 'Unable to validate email address'

/** An e-mail field (`visitor.md §4`): nothing typed, no answer yet, or what the answer was. */
export type EmailCheck = {
  status: 'empty' | 'validating' | 'valid' | 'invalid'
  /** Why it is invalid. */
  error?: string | undefined
  /** The address that was probably meant. */
  suggestion?: string | undefined
  /** Asks again, when asking failed. */
  retry?: () => void
}

type Verdict = { isValid: boolean; errors: string[]; suggestions: string[] }

// Needs no session, so a visitor who is logged out gets none by asking.
const verdictQuery = (address: string) =>
  queryOptions({
    queryKey: ['email', address],
    queryFn: (): Promise<Verdict> =>
      callApi<typeof validateEmail>('POST /api/validate-email', { body: { email: address } }),
    staleTime: STALE_MS,
  })

const refusal = ({ isValid, errors }: Verdict) => (isValid ? undefined : (errors[0] ?? 'Invalid email address'))

/** Whether the typed address can receive mail: asked once nothing was typed for a while; only the last one counts. */
function useEmailCheck(typed: string): EmailCheck {
  const address = normalizeEmail(typed)
  const isSettled = useDebounced(address, PAUSE_MS) === address
  const { data, isError, isFetching, refetch } = useQuery({
    ...verdictQuery(address),
    enabled: isSettled && address !== '',
  })
  if (address === '') return { status: 'empty' }
  // What was known of it before does not count: it was too old.
  if (isError && isSettled)
    return isFetching ? { status: 'validating' } : { status: 'invalid', error: UNCHECKED, retry: () => void refetch() }
  if (data) {
    const suggestion = data.suggestions.find((other) => other !== address)
    return { status: data.isValid ? 'valid' : 'invalid', error: refusal(data), suggestion }
  }
  return { status: 'validating' }
}

/** Why nothing can be sent to the typed address, or undefined when it can: asked at once, known answers count. */
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
