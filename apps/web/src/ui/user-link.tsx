import { Link } from 'wouter'
import { userPath } from '../lib/operator/admin-paths.ts'

type Props = { userId: number; username: string; onLeave?: () => void }

/** The name of a user, which leads the operator to all about them. */
export const UserLink = ({ userId, username, onLeave }: Props) => (
  <Link
    href={userPath(userId)}
    onClick={onLeave}
    className="-my-2 inline-flex min-h-11 items-center text-not-ink underline underline-offset-4 [overflow-wrap:anywhere]"
  >
    {username}
  </Link>
)
