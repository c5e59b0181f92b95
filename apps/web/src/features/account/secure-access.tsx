import { ShieldCheck } from 'lucide-react'

/** Explains why there is no password (`visitor.md §2`). */
export function SecureAccess() {
  return (
    <div className="flex items-start gap-3 rounded-control bg-raised p-4">
      <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok-ink" />
      <div>
        <p className="font-semibold">Secure Account Access</p>
        <p className="mt-0.5 text-sm text-mute">No passwords needed: just click the link in the email we send you.</p>
      </div>
    </div>
  )
}
