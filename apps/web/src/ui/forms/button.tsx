import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { isSecondPress } from '../../lib/browser/double-press.ts'

const variants = {
  primary: 'gradient-hot text-white hover:brightness-110 active:brightness-95',
  secondary: 'border border-line bg-panel text-text hover:bg-raised',
  ghost: 'text-text hover:bg-raised',
  danger: 'bg-danger text-white hover:brightness-110 active:brightness-95',
}
const sizes = {
  small: 'min-h-11 px-3 text-sm',
  medium: 'min-h-11 px-4',
  large: 'min-h-14 px-6 text-base',
  icon: 'size-11',
}

type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes }

/** The look of a button for something that is not one. */
export const buttonClass = ({ variant = 'secondary', size = 'medium' }: Look = {}, extra?: string) =>
  clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold select-none',
    'transition aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
    extra,
  )

type Props = Look &
  ComponentProps<'button'> & {
    /** What it started is under way: a press does nothing. */
    isBusy?: boolean
    /** A press would do nothing now. */
    disabled?: boolean
  }

const refuse = (event: MouseEvent) => event.preventDefault()

/**
 * Every target is at least 44 px high; icons are given as children. A double press is one: nothing is sent twice, and nothing that comes in its place is pressed
 * (`lib/browser/repeated-enter.ts` for a key). Busy or disabled, it can still be focused: else it would take the keyboard's place along.
 */
export function Button({ variant, size, className, type = 'button', isBusy, disabled, onClick, ...rest }: Props) {
  const isOff = isBusy || disabled
  return (
    <button
      type={type}
      className={buttonClass({ variant, size }, className)}
      aria-disabled={isOff || undefined}
      onClick={(event) => (isOff || isSecondPress(event.nativeEvent) ? refuse(event) : onClick?.(event))}
      {...rest}
    />
  )
}

type LinkProps = Look & { href: string; className?: string; children: ReactNode }

/** A link that leads on and looks like a button. As such it is not pressed by the second half of a double press. */
export const ButtonLink = ({ variant, size, className, ...rest }: LinkProps) => (
  <Link
    className={buttonClass({ variant, size }, className)}
    onClick={(event) => isSecondPress(event.nativeEvent) && refuse(event)}
    {...rest}
  />
)
