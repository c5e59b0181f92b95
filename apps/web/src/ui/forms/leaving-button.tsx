import { type ComponentProps, useRef } from 'react'
import { useFocusHandover } from '../../lib/browser/focus.ts'
import { Button } from './button.tsx'

type Props = ComponentProps<typeof Button> & {
  /** Takes the keyboard's focus once the button is gone; the start of its dialog or screen unless given. */
  heirOf?: ((gone: HTMLElement) => HTMLElement | null | undefined) | undefined
}

const startOf = (gone: HTMLElement) => gone.closest<HTMLElement>('[role="dialog"], main')

/** A button that takes itself away, or what it stands in, when it is pressed. */
export function LeavingButton({ heirOf = startOf, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusHandover(button, heirOf)
  return <Button ref={button} {...rest} />
}

/** Asks once more for what could not be loaded. It goes as soon as it is asked for. */
export const TryAgain = (props: Omit<ComponentProps<typeof LeavingButton>, 'children'>) => (
  <LeavingButton {...props}>Try again</LeavingButton>
)
