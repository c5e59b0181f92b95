import { clsx } from 'clsx'
import { type ComponentProps, useId, useState } from 'react'
import { areLettersOn, setLettersOn } from '../../lib/browser/preferences.ts'

type Props = {
  label: string
  /** Error message, shown below the checkbox and announced by screen readers. */
  error?: string | undefined
}

/** Checkbox whose whole label can be clicked. */
export function Checkbox({ label, error, className, ...rest }: Props & Omit<ComponentProps<'input'>, 'id'>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={clsx('mt-px size-5 shrink-0 cursor-pointer rounded accent-hot disabled:opacity-60', className)}
        />
        <span>{label}</span>
      </label>
      <p id={`${id}-error`} aria-live="polite" className="pl-8 text-sm break-words text-danger-ink">
        {error}
      </p>
    </div>
  )
}

export function LetterKeysCheckbox() {
  const [isOn, setOn] = useState(areLettersOn)
  const change = (next: boolean) => {
    setLettersOn(next)
    setOn(next)
  }
  return (
    <Checkbox label="Enable single-letter shortcuts" checked={isOn} onChange={({ target }) => change(target.checked)} />
  )
}

type SwitchProps = { label: string; hint?: string }

export function Switch({
  label,
  hint,
  className,
  ...rest
}: SwitchProps & Omit<ComponentProps<'input'>, 'id' | 'type'>) {
  const id = useId()
  return (
    <div className={clsx('flex min-h-11 items-center justify-between gap-4', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-mute">
            {hint}
          </p>
        )}
      </div>
      <span className="relative grid h-11 w-13 shrink-0 place-items-center">
        <input
          {...rest}
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state
          role="switch"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer absolute inset-0 opacity-0 enabled:cursor-pointer"
        />
        <span
          aria-hidden
          className={clsx(
            'pointer-events-none h-7 w-12 rounded-full border border-edge bg-raised transition-colors',
            'peer-checked:border-transparent peer-checked:bg-hot peer-disabled:opacity-60 operator:peer-checked:bg-text',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          )}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute left-1.5 size-5 rounded-full bg-edge transition-[translate,background-color] peer-checked:translate-x-5 peer-checked:bg-white operator:peer-checked:bg-bg"
        />
      </span>
    </div>
  )
}
