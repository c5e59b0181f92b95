import { clsx } from 'clsx'
import { ChevronDown, Search } from 'lucide-react'
import { type ComponentProps, type FocusEvent, type ReactNode, type SyntheticEvent, useId } from 'react'

type FieldTexts = {
  label: string
  hint?: ReactNode
  /** Error message, shown below the field and announced by screen readers. */
  error?: string | undefined
  isOptional?: boolean | undefined
}

// Phones zoom into fields with text below 16 px.
// The scroll margin keeps the label clear of the phone header and toasts.
const inputClass = clsx(
  'scroll-mt-36',
  'w-full rounded-control border border-edge bg-panel px-3.5 text-base text-text placeholder:text-mute',
  'transition-colors disabled:opacity-60 aria-invalid:border-danger-ink',
)

/** Scrolls to the label, because Safari ignores `scroll-margin`. Skipped on hover, so a click is not disturbed. */
const showWithLabel = ({ currentTarget }: FocusEvent) => {
  if (!currentTarget.matches(':hover')) currentTarget.scrollIntoView({ block: 'nearest' })
}

function useField<Props extends FieldTexts>(props: Props) {
  const { label, hint, error, isOptional, ...control } = props
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    frame: { id, label, hint, error, isOptional },
    control: {
      ...control,
      id,
      onFocus: showWithLabel,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
    },
  }
}

type FrameProps = FieldTexts & { id: string; children: ReactNode }

function Frame({ id, label, hint, error, isOptional = false, children }: FrameProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="self-start font-semibold">
        {label}
        {isOptional && <span className="font-normal text-mute"> (optional)</span>}
      </label>
      {children}
      {/* A live region must exist before its message. An empty one takes up no space. */}
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

/** Example: `<TextField label="…" error={errors.name?.message} {...register('name')} />`. */
export function TextField(props: FieldTexts & ComponentProps<'input'>) {
  const { frame, control } = useField(props)
  return (
    <Frame {...frame}>
      <input {...control} className={clsx(inputClass, 'min-h-12', control.className)} />
    </Frame>
  )
}

/** Field for a name or code, which the browser must not correct. */
export const CodeField = (props: ComponentProps<typeof TextField>) => (
  <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />
)

export const UrlField = (props: ComponentProps<typeof TextField>) => (
  <CodeField type="url" inputMode="url" isOptional placeholder="https://example.com" {...props} />
)

/** Converts a decimal comma to a point, because many browsers read "2,5" as 25. */
function insertWithPoint(event: SyntheticEvent, text: string) {
  if (!text.includes(',')) return
  event.preventDefault()
  document.execCommand('insertText', false, text.trim().replace(',', '.'))
}

/** Accepts whole numbers unless `step` is set. */
export const NumberField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    type="number"
    // Make browsers accept a decimal point.
    lang="en"
    inputMode="numeric"
    step={1}
    className="max-w-48"
    onBeforeInput={(event) => insertWithPoint(event, event.data)}
    onPaste={(event) => insertWithPoint(event, event.clipboardData.getData('text'))}
    {...props}
  />
)

/** Text area that grows with its content in browsers that support this. */
export function TextArea(props: FieldTexts & ComponentProps<'textarea'>) {
  const { frame, control } = useField(props)
  return (
    <Frame {...frame}>
      <textarea
        rows={4}
        {...control}
        className={clsx(inputClass, 'field-sizing-content min-h-28 resize-y py-2.5 leading-relaxed', control.className)}
      />
    </Frame>
  )
}

type SelectProps = FieldTexts &
  ComponentProps<'select'> & { /** Names of the options by value. */ options?: Record<string, string> }

/** `children` are additional options at the top. */
export function SelectField({ options = {}, children, ...props }: SelectProps) {
  const { frame, control } = useField(props)
  return (
    <Frame {...frame}>
      <span className="relative block">
        <select
          {...control}
          className={clsx(inputClass, 'min-h-12 appearance-none pr-10! text-ellipsis', control.className)}
        >
          {children}
          {Object.entries(options).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-mute" />
      </span>
    </Frame>
  )
}

type FilterProps = {
  label: string
  /** Name of the option that stands for no filter. */
  any?: string
  options: Record<string, string>
  value: string
  onChange: (value: string) => void
}

export const FilterField = ({ any, onChange, ...select }: FilterProps) => (
  <SelectField {...select} onChange={({ target }) => onChange(target.value)}>
    {any !== undefined && <option value="">{any}</option>}
  </SelectField>
)

type DateProps = { label: string; value: string; onChange: (value: string) => void }

export const DateField = ({ onChange, ...field }: DateProps) => (
  <TextField type="date" {...field} onChange={({ target }) => onChange(target.value)} />
)

type SearchProps = { label?: string; placeholder: string; value: string; onChange: (value: string) => void }

export const SearchField = ({ label = 'Search', placeholder, value, onChange }: SearchProps) => (
  <div className="relative">
    <TextField
      label={label}
      type="search"
      maxLength={200}
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="pl-10!"
    />
    <Search aria-hidden className="pointer-events-none absolute bottom-3.5 left-3.5 size-5 text-mute" />
  </div>
)
