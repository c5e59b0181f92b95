import { Link } from 'wouter'
import { adminPaths } from '../../../lib/admin-paths.ts'
import { AdminPage } from '../../../ui/admin-page.tsx'
import { PopulationCard } from './population-card.tsx'
import { SequenceCard } from './sequence-card.tsx'

/** Vote Population (`admin.md §2`). */
export function PopulationPage() {
  return (
    <AdminPage
      title="Vote Population"
      purpose={
        <>
          Gives a young collection its first votes. They come from synthetic users, which are marked as such{' '}
          <Link href={`${adminPaths.users}?group=synthetic`} className="font-semibold text-text underline">
            in the list of users
          </Link>
          .
        </>
      }
    >
      <div className="grid items-start gap-5 xl:grid-cols-[2fr_1fr]">
        <PopulationCard />
        <SequenceCard />
      </div>
    </AdminPage>
  )
}
