import { clsx } from 'clsx'
import { type ComponentProps, useId, useState } from 'react'
import { areLettersOn, setLettersOn } from '../../lib/browser/preferences.ts'

type Props = { label: string /** Shown below, announced, and read with the box. */; error?: string | undefined }

/** A box to tick with its sentence, the whole of which is the target: takes what `register` of a form gives. */
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

/** Beside the keys of a screen. */
export function LetterKeysCheckbox() {
  const [isOn, setOn] = useState(areLettersOn)
  const change = (next: boolean) => {
    setLettersOn(next)
    setOn(next)
  }
  return <Checkbox label="Use single letters" checked={isOn} onChange={({ target }) => change(target.checked)} />
}
