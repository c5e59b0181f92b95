import { zodResolver } from '@hookform/resolvers/zod'
import type { SettingName } from '@hotvote/shared/operator/settings'
import { type MutationMeta, useMutation } from '@tanstack/react-query'
import { type FieldErrors, type Path, type PathValue, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { toast } from '../browser/toasts.ts'
import type { StoredValues } from './setting-changes.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'

type Values = Record<string, string | number | boolean>
export type Versioned<V> = V & { version: number }
/** Validation rules, with the fields in the order they appear on screen. */
type Rules<V extends Values> = z.ZodType<V, V> & { shape: object }
/** Result of `settingMutation`. */
type Saving<V extends Values> = {
  setting: SettingName
  invalidTitle: (field: string) => string
  mutationFn: (values: Versioned<V>) => Promise<Versioned<V>>
  meta: MutationMeta
}
/** Field labels, in the order they appear on screen. */
export type FieldLabels = Readonly<Record<string, string>>
/** Labels of a field's choices by value. */
export type Choices = Readonly<Record<string, Readonly<Record<string, string>>>>

export type StepBack = {
  setting: SettingName
  labels: FieldLabels
  choices: Choices
  /** Restores earlier values and discards unsaved input. `version` is the version they replace. */
  restore: (values: StoredValues, version: number, onDone: () => void) => void
}

/** Reset options that also overwrite dirty fields. */
const OVERWRITE_DIRTY = { keepDirtyValues: false, keepFieldsRef: true }

/**
 * Form of a setting: keeps unsaved input when server values change, and validates before sending (`admin.md §4`, `§5`).
 * `saved` may have more fields than the form.
 */
export function useSettingsForm<V extends Values>(
  saved: Versioned<NoInfer<V>>,
  schema: Rules<V>,
  {
    setting,
    invalidTitle,
    labels,
    choices = {},
    mutationFn,
    meta,
  }: Saving<NoInfer<V>> & { labels: FieldLabels; choices?: Choices },
) {
  const fields = Object.keys(schema.shape) as (Path<V> & keyof V)[]
  const pick = (values: V) => Object.fromEntries(fields.map((field) => [field, values[field]])) as Values as V
  // Don't validate on blur, which could move the Save button just before a click.
  const form = useForm<V, unknown, V>({
    values: pick(saved),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(schema),
  })
  const { isDirty } = form.formState
  const { version } = saved
  const { mutate, isPending } = useMutation({ mutationFn, meta })
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
      submit: form.handleSubmit(save, (refused) => showFirstError(fields, refused, invalidTitle)),
      reset: () => form.reset(undefined, OVERWRITE_DIRTY),
      isDirty,
      isPending,
      stepBack: { setting, labels, choices, restore } as StepBack,
    },
  }
}

/** Shows a toast for the first invalid field. */
const showFirstError = <V extends Values>(
  fields: (Path<V> & string)[],
  refused: FieldErrors<V>,
  getTitle: (field: string) => string,
) => {
  const field = fields.find((name) => name in refused)
  if (field) toast({ title: getTitle(field), description: getMessage(refused, field), variant: 'destructive' })
}

/** Returns NaN for empty text and for text such as "1.000", which could mean a thousand. */
export const toNumber = (text: string) => (text === '' || /^[1-9]\d*\.\d{3}$/.test(text) ? Number.NaN : Number(text))

function listFields<V extends Values>(form: UseFormReturn<V, unknown, V>) {
  const { register, formState } = form
  const { errors } = formState
  return {
    register,
    field: (name: Path<V>) => ({ ...register(name), error: getMessage(errors, name) }),
    /** Props for a `NumberField`, which shows the parsed value on blur. */
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
