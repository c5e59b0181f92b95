import { SITE_TEXT_TITLES, siteTextNames } from '@hotvote/shared/visitor/site-texts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { siteName } from '../../lib/session/brand.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { siteTextQuery } from './site-texts.api.ts'

const LOOK =
  'flow-root wrap-anywhere [&_:is(h2,h3)]:mt-6 [&_:is(h2,h3)]:text-xl [&_:is(p,ul,ol)]:mt-3 [&_:is(ul,ol)]:pl-6 [&_ul]:list-disc [&_ol]:list-decimal [&_a]:text-not-ink [&_a]:underline [&_a]:underline-offset-4'

/** Screen with a text that the operator wrote, such as the terms. */
export function SiteTextPage() {
  const [location] = useLocation()
  const name = siteTextNames.find((page) => location.startsWith(`/${page}`)) ?? 'contact'
  const title = SITE_TEXT_TITLES[name]
  return (
    <article className="mx-auto flex w-full max-w-3xl flex-col gap-4 p-4 md:p-8">
      <title>{`${title} · ${siteName}`}</title>
      <h1 className="text-2xl md:text-3xl">{title}</h1>
      <QueryView query={useQuery(siteTextQuery(name))} errorTitle="We couldn't load this page" loading={<Spinner />}>
        {({ html }) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: The server escapes raw HTML and unsafe links.
          <div className={LOOK} dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </QueryView>
    </article>
  )
}
