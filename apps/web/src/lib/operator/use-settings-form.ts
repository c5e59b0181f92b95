import { zodResolver } from '@hookform/resolvers/zod'
import type { SettingName } from '@hotvote/shared/operator/settings'
import { type MutationMeta, useMutation } from '@tanstack/react-query'
import { type FieldErrors, type Path, type PathValue, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { CallError, describeError } from '../api/call-error.ts'
import { toast } from '../browser/toasts.ts'
import type { StoredValues } from './setting-changes.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'

type Values = Record<string, string | number | boolean>
/** Values as the server answers them. */
export type Versioned<V> = V & { version: number }
/** Its fields are in their order on screen. */
type Rules<V extends Values> = z.ZodType<V, V> & { shape: object }
/** What `settingMutation` makes. */
type Saving<V extends Values> = {
  setting: SettingName
  invalidTitle: (field: string) => string
  mutationFn: (values: Versioned<V>) => Promise<Versioned<V>>
  meta: MutationMeta & Required<Pick<MutationMeta, 'failed'>>
}
/** What fields are called on screen, in their order there. */
export type FieldLabels = Readonly<Record<string, string>>

/** What the history of a setting asks of its form. */
export type StepBack = {
  setting: SettingName
  labels: FieldLabels
  /** Saves earlier values in place of those of `version`, and of what is typed. */
  restore: (values: StoredValues, version: number, onDone: () => void) => void
}

/** Resets to the server's values, also the fields that are dirty. */
const OVERWRITE_DIRTY = { keepDirtyValues: false, keepFieldsRef: true }

/**
 * A form about one setting of the site: unsaved changes are known and stay when the server's values change, Reset brings
 * these back, and values that are not right are told by a toast and at their field, and not sent (`admin.md §4`, `§5`).
 * `saved` is what holds on the server; it may carry more than the form has.
 */
export function useSettingsForm<V extends Values>(
  saved: Versioned<NoInfer<V>>,
  schema: Rules<V>,
  { setting, invalidTitle, labels, mutationFn, meta }: Saving<NoInfer<V>> & { labels: FieldLabels },
) {
  const fields = Object.keys(schema.shape) as (Path<V> & keyof V)[]
  const pick = (values: V) => Object.fromEntries(fields.map((field) => [field, values[field]])) as Values as V
  // Errors show once Save was pressed: one that appears as a field is left would move Save away under the pointer.
  const form = useForm<V, unknown, V>({
    values: pick(saved),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(schema),
  })
  const { isDirty } = form.formState
  const { version } = saved
  // A refusal names fields by the labels of the form.
  const failed = { ...meta.failed, textOf: textWith(labels) }
  const { mutate, isPending } = useMutation({ mutationFn, meta: { ...meta, failed } })
  useUnsavedChanges(isDirty)

  const send = (values: Versioned<V>, onDone?: () => void) =>
    mutate(values, {
      onSuccess: (answer) => {
        form.reset(pick(answer), OVERWRITE_DIRTY)
        onDone?.()
      },
    })
  const save = (values: V) => isDirty && !isPending && send({ ...values, version })
  const restore = (values: V, replaced: number, onDone: () => void) => send({ ...values, version: replaced }, onDone)
  return {
    ...listFields(form),
    current: useWatch({ control: form.control }) as V,
    actions: {
      submit: form.handleSubmit(save, (refused) => tellFirst(fields, refused, invalidTitle)),
      reset: () => form.reset(undefined, OVERWRITE_DIRTY),
      isDirty,
      isPending,
      stepBack: { setting, labels, restore } as StepBack,
    },
  }
}

/** Tells what is wrong with the first field on screen that is refused. */
const tellFirst = <V extends Values>(
  fields: (Path<V> & string)[],
  refused: FieldErrors<V>,
  titleOf: (field: string) => string,
) => {
  const field = fields.find((name) => name in refused)
  if (field) toast({ title: titleOf(field), description: getMessage(refused, field), variant: 'destructive' })
}

/** The server names fields as they are sent: `multiplier is now 7, yours is 3`. */
const textWith = (labels: FieldLabels) => (error: unknown, fallback: string) => {
  const issues = error instanceof CallError ? error.issues : []
  return issues.reduce(
    (text, { path, message }) =>
      message.startsWith(`${path} `)
        ? text.replace(message, () => `${labels[path] ?? path}${message.slice(path.length)}`)
        : text,
    describeError(error, fallback),
  )
}

/** No number is none at all, which the rules refuse; so is "1.000", which may mean a thousand. */
export const toNumber = (text: string) => (text === '' || /\.0/.test(text) ? Number.NaN : Number(text))

/** What the form's fields take as properties. */
function listFields<V extends Values>(form: UseFormReturn<V, unknown, V>) {
  const { register, formState } = form
  const { errors } = formState
  return {
    /** For a switch, about which nothing can be wrong. */
    register,
    field: (name: Path<V>) => ({ ...register(name), error: getMessage(errors, name) }),
    /** For a `NumberField`; what `parse` makes of the text shows when the field is left. */
    numberField: (name: Path<V>, parse = toNumber) => ({
      ...register(name, {
        setValueAs: parse as (text: unknown) => PathValue<V, Path<V>>,
        onBlur: () => form.setValue(name, form.getValues(name)),
      }),
      error: getMessage(errors, name),
    }),
  }
}

const getMessage = <V extends Values>(errors: FieldErrors<V>, field: string) =>
  (errors as Record<string, { message?: string } | undefined>)[field]?.message ?? ''
