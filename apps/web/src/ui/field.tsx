import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

type Words = {
  label: string
  hint?: ReactNode
  /** What is wrong with the value: shown below, announced, and read with the field. */
  error?: string | undefined
  isOptional?: boolean
}

// 16 px text: a smaller one makes phones zoom into the page.
// One that is led to after a mistake stands below the header of a phone and the message, with its label.
const inputClass = clsx(
  'scroll-mt-36',
  'w-full rounded-control border border-edge bg-panel px-3.5 text-base text-text placeholder:text-mute',
  'transition-colors disabled:opacity-60 aria-invalid:border-danger-ink',
)

/** The ids that tie a field to its words. */
function useField({ hint, error }: Pick<Words, 'hint' | 'error'>, id?: string) {
  const made = useId()
  const own = id ?? made
  const described = [error && `${own}-error`, hint && `${own}-hint`].filter(Boolean).join(' ')
  return {
    id: own,
    attributes: { id: own, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined },
  }
}

type FrameProps = Words & { id: string; children: ReactNode }

function Frame({ id, label, hint, error, isOptional = false, children }: FrameProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="self-start font-semibold">
        {label}
        {isOptional && <span className="font-normal text-mute"> (optional)</span>}
      </label>
      {children}
      {/* There before it speaks, or it is not heard: empty, it takes no room and no gap. */}
      <p id={`${id}-error`} aria-live="polite" className="text-sm break-words text-danger-ink empty:-mt-1.5">
        {error}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="text-sm break-words text-mute">
          {hint}
        </p>
      )}
    </div>
  )
}

/** One line of text with its label: `<TextField label="…" error={errors.name?.message} {...register('name')} />`. */
export function TextField({
  label,
  hint,
  error,
  isOptional,
  id: given,
  className,
  ...rest
}: Words & ComponentProps<'input'>) {
  const { id, attributes } = useField({ hint, error }, given)
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      <input {...rest} {...attributes} className={clsx(inputClass, 'min-h-12', className)} />
    </Frame>
  )
}

/** An address of the web, which may be left out. */
export const UrlField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    type="url"
    inputMode="url"
    isOptional
    placeholder="https://example.com"
    autoComplete="off"
    spellCheck={false}
    {...props}
  />
)

/** Several lines of text with their label; grows with what is written where the browser can. */
export function TextArea({
  label,
  hint,
  error,
  isOptional,
  id: given,
  className,
  ...rest
}: Words & ComponentProps<'textarea'>) {
  const { id, attributes } = useField({ hint, error }, given)
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      <textarea
        rows={4}
        {...rest}
        {...attributes}
        className={clsx(inputClass, 'field-sizing-content min-h-28 resize-y py-2.5 leading-relaxed', className)}
      />
    </Frame>
  )
}

/** One of several: a list of the browser's own, with its label. */
export function SelectField({
  label,
  hint,
  error,
  isOptional,
  id: given,
  className,
  children,
  ...rest
}: Words & ComponentProps<'select'>) {
  const { id, attributes } = useField({ hint, error }, given)
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      <span className="relative block">
        <select {...rest} {...attributes} className={clsx(inputClass, 'min-h-12 appearance-none pr-10!', className)}>
          {children}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-mute" />
      </span>
    </Frame>
  )
}
