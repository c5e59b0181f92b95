import type { ComponentProps } from 'react'
import { Button } from '../forms/button.tsx'
import { Dialog } from './dialog.tsx'

type Props = ComponentProps<typeof Dialog> & {
  /** Label of the submit button. */
  action: string
  variant?: 'primary' | 'danger'
  isBusy?: boolean
  onSubmit: ComponentProps<'form'>['onSubmit']
}

export const FormDialog = ({ action, variant = 'primary', isBusy, onSubmit, children, ...dialog }: Props) => (
  <Dialog {...dialog}>
    <form noValidate onSubmit={onSubmit} className="mt-4 flex flex-col gap-5">
      {children}
      <Button type="submit" variant={variant} isBusy={isBusy} className="self-end">
        {action}
      </Button>
    </form>
  </Dialog>
)
