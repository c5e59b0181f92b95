import type { ComponentProps } from 'react'
import { LeavingButton } from './leaving-button.tsx'

/** Asks once more for what could not be loaded. It goes as soon as it is asked for. */
export const TryAgain = (props: Omit<ComponentProps<typeof LeavingButton>, 'children'>) => (
  <LeavingButton {...props}>Try again</LeavingButton>
)
