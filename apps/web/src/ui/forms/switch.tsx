import { clsx } from 'clsx'
import { type ComponentProps, useId } from 'react'

type Props = { label: string; hint?: string }

/** On or off, with its words at the left: takes what `register` of a form gives. */
export function Switch({ label, hint, className, ...rest }: Props & Omit<ComponentProps<'input'>, 'id' | 'type'>) {
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
          // biome-ignore lint/a11y/useAriaPropsForRole: a box tells whether it is ticked by itself
          role="switch"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer absolute inset-0 opacity-0 enabled:cursor-pointer"
        />
        <span
          aria-hidden
          className={clsx(
            'pointer-events-none h-7 w-12 rounded-full border border-edge bg-raised transition-colors',
            'peer-checked:border-transparent peer-checked:bg-hot peer-disabled:opacity-60',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          )}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute left-1.5 size-5 rounded-full bg-edge transition-[translate,background-color] peer-checked:translate-x-5 peer-checked:bg-white"
        />
      </span>
    </div>
  )
}
