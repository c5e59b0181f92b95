import { normalizeEmail } from '@hotvote/shared/email-address'
import { useEffect, useRef, useState } from 'react'
import { emailProblem, UNCHECKED, useEmailCheck } from './email-check.ts'

/**
 * What is typed into one e-mail field, and what is known of it. `known` is an address that needs no check: the one
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
   * The address when something may be sent to it. Otherwise the field says why not, or the question is void: it was
   * asked again, the address changed or the field closed meanwhile.
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
