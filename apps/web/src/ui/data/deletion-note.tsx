import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'

type Props = {
  role: 'status' | 'alert'
  /** What is told before the list of those that are still there. */
  children: ReactNode
  failures: { id: string | number; name: string; reason: string }[]
  onDismiss: () => void
}

/** What came of a deletion, above the end of the screen until it is dismissed. */
export const DeletionNote = ({ role, children, failures, onDismiss }: Props) => (
  <div className="mx-auto flex w-fit max-w-[min(36rem,100%)] items-start gap-2 rounded-card border border-line bg-panel p-2 pl-4 shadow-soft">
    <div role={role} className="min-w-0 flex-1 py-2">
      {children}
      {failures.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be within reach of the keyboard
          tabIndex={0}
          aria-label="What could not be deleted"
          className="mt-1 max-h-32 min-h-11 overflow-y-auto text-sm text-mute"
        >
          {failures.map(({ id, name, reason }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              <span className="text-text">{name}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
    <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={onDismiss}>
      <X aria-hidden className="size-5" />
    </Button>
  </div>
)
