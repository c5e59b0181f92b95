import { type ComponentProps, useRef } from 'react'
import { useFocusHandover } from '../lib/browser/focus.ts'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'children'> & {
  /** Takes the keyboard's focus once the button is gone; the start of its dialog or screen unless given. */
  heirOf?: (gone: HTMLElement) => HTMLElement | null | undefined
}

const startOf = (gone: HTMLElement) => gone.closest<HTMLElement>('[role="dialog"], main')

/** Asks once more for what could not be loaded. It goes as soon as it is asked for. */
export function TryAgain({ heirOf = startOf, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusHandover(button, heirOf)
  return (
    <Button ref={button} {...rest}>
      Try again
    </Button>
  )
}
