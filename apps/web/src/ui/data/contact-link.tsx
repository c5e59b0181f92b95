import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { siteTextsQuery } from '../../lib/session/site-texts.ts'

/** Renders nothing unless the operator wrote a contact page. */
export function ContactLink({ children = 'Contact us' }: { children?: string }) {
  const { data } = useQuery(siteTextsQuery)
  if (!data?.pages.includes('contact')) return null
  return (
    <Link href="/contact" className="underline underline-offset-4">
      {children}
    </Link>
  )
}
