import { useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import { toast } from './toasts.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'

type Values = Record<string, string | number | boolean>
type Saved<V extends Values> = {
  /** What holds on the server; may carry more than the form has. */
  saved: V
  /** In their order on screen. */
  fields: readonly (keyof V & string)[]
}
type Options<V extends Values> = Saved<V> & {
  resolver: Resolver<V>
  /** Of the toast about a field that is not right (`admin.md §5`). */
  invalidTitle: (field: string) => string
  mutation: {
    isPending: boolean
    mutate: (values: V & { asRead: Values }, then: { onSuccess: (answer: V) => void }) => void
  }
}

/**
 * A form about one setting of the site: unsaved changes are known, Reset brings the server's values back, and values
 * that are not right are told by a toast and at their field, and not sent (`admin.md §4`, `§5`).
 */
export function useSettingsForm<V extends Values>({ saved, fields, resolver, invalidTitle, mutation }: Options<V>) {
  // Errors show once Save was pressed: one that appears as a field is left would move Save away under the pointer.
  const form = useForm<V>({ defaultValues: saved as DefaultValues<V>, resolver })
  const { current, isDirty, known, follow, reset } = useServerValues(form, { saved, fields })
  useUnsavedChanges(isDirty)

  const save = (values: V) => {
    if (!isDirty || mutation.isPending) return
    const sent = { ...form.getValues() }
    mutation.mutate({ ...values, asRead: known() }, { onSuccess: (answer) => follow(answer, sent) })
  }
  const refuse = (errors: FieldErrors<V>) => {
    const field = fields.find((name) => name in errors)
    if (field) toast({ title: invalidTitle(field), description: messageOf(errors, field), variant: 'destructive' })
  }
  /** For `<input type="number">`; what `read` makes of the text shows when the field is left. */
  const registerNumber = (field: Path<V>, read: (text: string) => number) =>
    form.register(field, {
      setValueAs: read as (text: unknown) => PathValue<V, Path<V>>,
      onBlur: () => form.setValue(field, form.getValues(field)),
    })
  return {
    register: form.register,
    registerNumber,
    errorOf: (field: keyof V & string) => messageOf(form.formState.errors, field),
    current,
    actions: { submit: form.handleSubmit(save, refuse), reset, isDirty, isPending: mutation.isPending },
  }
}

const messageOf = <V extends Values>(errors: FieldErrors<V>, field: keyof V & string) =>
  (errors as Record<string, { message?: string } | undefined>)[field]?.message ?? ''

/** What is in the fields beside what the server last told. */
function useServerValues<V extends Values>(form: UseFormReturn<V>, { saved, fields }: Saved<V>) {
  const [known, setKnown] = useState(saved)
  const current = useWatch({ control: form.control }) as V
  const show = (field: keyof V & string, value: unknown) =>
    form.setValue(field as Path<V>, value as PathValue<V, Path<V>>)

  /** Fields that are as `before` follow the server; what was changed since stays. */
  const follow = (next: V, before: V) => {
    const now = form.getValues()
    for (const field of fields) if (Object.is(now[field], before[field])) show(field, next[field])
    setKnown(next)
  }
  const latest = useRef(() => {})
  latest.current = () => follow(saved, known)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each answer of the server, and for nothing else
  useEffect(() => latest.current(), [saved])

  return {
    current,
    /** The fields as the server last told them. */
    known: (): Values => Object.fromEntries(fields.map((field) => [field, known[field] as Values[string]])),
    isDirty: fields.some((field) => !Object.is(current[field], known[field])),
    follow,
    reset: () => {
      for (const field of fields) show(field, known[field])
      form.clearErrors()
    },
  }
}
