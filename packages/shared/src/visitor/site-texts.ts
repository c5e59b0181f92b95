import { z } from 'zod'
import { contract } from '../contract.ts'
import { defineSetting, savedVersion } from '../operator/settings.ts'

/** Pages whose text the operator writes, such as `/contact`. */
export const siteTextNames = ['contact', 'terms', 'privacy', 'imprint'] as const
export type SiteTextName = (typeof siteTextNames)[number]
export const SITE_TEXT_TITLES: Record<SiteTextName, string> = {
  contact: 'Contact',
  terms: 'Terms',
  privacy: 'Privacy',
  imprint: 'Imprint',
}

/** Characters. */
export const SITE_TEXT_MAX = 30_000

/** Lists the pages that have a text. */
export const listSiteTexts = contract({
  method: 'GET',
  path: '/api/site-texts',
  response: z.object({ pages: z.array(z.enum(siteTextNames)) }),
  revalidate: true,
})

/** Returns the page's Markdown as HTML. Raw HTML and unsafe links in the Markdown are escaped. */
export const readSiteText = contract({
  method: 'GET',
  path: '/api/site-texts/:page',
  params: z.object({ page: z.enum(siteTextNames, 'There is no such page.') }),
  response: z.object({ html: z.string() }),
  errors: ['not_found'],
})

const values = z.object({
  contact: z.string().default(''),
  terms: z.string().default(''),
  privacy: z.string().default(''),
  imprint: z.string().default(''),
})

const text = z.string('Enter a text').max(SITE_TEXT_MAX, `A text has at most ${SITE_TEXT_MAX} characters`)
export const siteTextsForm = z.object({ contact: text, terms: text, privacy: text, imprint: text })

export const siteTextsSetting = defineSetting({
  name: 'site-texts',
  path: '/api/admin/site-texts-config',
  form: siteTextsForm,
  values,
  setting: values.extend(savedVersion).meta({ id: 'SiteTextsSetting' }),
  bodyLimit: 500_000,
})
