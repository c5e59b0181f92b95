import { SITE_TEXT_TITLES } from '@hotvote/shared/visitor/site-texts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link } from 'wouter'
import { siteTextsQuery } from '../../lib/session/site-texts.ts'

/** Links to the texts that the operator wrote. Renders nothing if there are none. */
export function SiteLinks({ className }: { className: string }) {
  const { data } = useQuery(siteTextsQuery)
  if (!data || data.pages.length === 0) return null
  return (
    <footer className={clsx('flex flex-wrap gap-x-4', className)}>
      {data.pages.map((page) => (
        <Link
          key={page}
          href={`/${page}`}
          className="inline-flex min-h-11 items-center text-sm text-mute hover:text-text hover:underline"
        >
          {SITE_TEXT_TITLES[page]}
        </Link>
      ))}
    </footer>
  )
}
