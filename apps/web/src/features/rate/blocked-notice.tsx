import { Ban, MailWarning } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../lib/visitor/paths.ts'
import { UndoButton } from './undo-button.tsx'

type Props = { id: string; block: 'email' | 'operator'; onUndo: (() => void) | undefined }

/**
 * Why there is no voting just now, and how to go on (`visitor.md §2`). Stands where the last result would, and has its
 * Undo.
 */
export function BlockedNotice({ id, block, onUndo }: Props) {
  return (
    <div className="rate-result flex w-full items-center px-4 md:-my-1 md:w-auto md:px-0">
      <div className="flex w-full animate-appear items-center gap-3 rounded-card border border-warn-ink bg-warn px-4 py-2 md:min-h-11 md:rounded-full md:py-0">
        <div id={id} role="status" className="flex min-w-0 flex-1 items-center gap-3">
          {block === 'email' ? (
            <MailWarning aria-hidden className="size-5 shrink-0 text-warn-ink" />
          ) : (
            <Ban aria-hidden className="size-5 shrink-0 text-warn-ink" />
          )}
          {block === 'email' ? <EmailAwaited /> : <ByOperator />}
        </div>
        {onUndo && <UndoButton onUndo={onUndo} className="min-h-11" />}
      </div>
    </div>
  )
}

const EmailAwaited = () => (
  <div className="flex min-w-0 flex-col gap-x-2.5 md:flex-row md:items-center md:whitespace-nowrap md:max-lg:text-sm">
    <p className="font-semibold text-warn-ink">Email Required to Continue</p>
    <p>
      <Link
        href={paths.profile}
        className="inline-flex min-h-11 items-center rounded-control underline underline-offset-4"
      >
        Add your email on the profile page
      </Link>
    </p>
  </div>
)

const ByOperator = () => (
  <p className="py-1">
    <span className="font-semibold text-warn-ink">Voting is off for you.</span> The operator has blocked this account.
    You can still look.
  </p>
)
