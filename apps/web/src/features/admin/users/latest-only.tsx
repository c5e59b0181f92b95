import { count } from '@hotvote/shared/counted'
import { LATEST_OF_USER } from '@hotvote/shared/user-page'

/** What stands above a list of a user that does not tell all. */
export const latestOnly = (total: number) =>
  total > LATEST_OF_USER
    ? () => (
        <p className="text-mute">
          The latest {LATEST_OF_USER} of {count(total)}
        </p>
      )
    : undefined
