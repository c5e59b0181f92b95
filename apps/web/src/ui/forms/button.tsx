import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'

const variants = {
  primary:
    'gradient-hot text-white hover:brightness-110 active:brightness-95 operator:bg-text operator:bg-none operator:text-bg operator:hover:bg-text/85 operator:aria-disabled:bg-raised operator:aria-disabled:text-mute operator:aria-disabled:opacity-100',
  secondary:
    'border border-[light-dark(var(--color-line),var(--color-edge))] bg-panel text-text hover:bg-raised aria-pressed:border-edge aria-pressed:bg-raised',
  ghost: 'text-text hover:bg-raised',
  danger: 'bg-danger text-white hover:brightness-110 active:brightness-95',
}
const sizes = {
  small: 'min-h-11 px-3 text-sm',
  medium: 'min-h-11 px-4 py-1.5 leading-tight',
  large: 'min-h-14 px-6 text-base',
  icon: 'size-11',
}

type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes }

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
    isBusy?: boolean
    /** Disables the button, but keeps it focusable, unlike the native attribute. */
    disabled?: boolean
  }

const refuse = (event: MouseEvent) => event.preventDefault()

/** Button that keeps focus while busy or disabled, and ignores the second click of a double click. */
export function Button({ variant, size, className, type = 'button', isBusy, disabled, onClick, ...rest }: Props) {
  const isOff = isBusy || disabled
  return (
    <button
      type={type}
      className={buttonClass({ variant, size }, className)}
      aria-disabled={isOff || undefined}
      onClick={(event) => (isOff || event.detail > 1 ? refuse(event) : onClick?.(event))}
      {...rest}
    />
  )
}

type LinkProps = Look & { href: string; className?: string; children: ReactNode }

export const ButtonLink = ({ variant, size, className, ...rest }: LinkProps) => (
  <Link
    className={buttonClass({ variant, size }, className)}
    onClick={(event) => event.detail > 1 && refuse(event)}
    {...rest}
  />
)

export const TryAgain = (props: Omit<ComponentProps<typeof Button>, 'children'>) => (
  <Button {...props}>Try again</Button>
)
