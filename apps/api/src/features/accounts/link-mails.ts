import type { Brand } from '@hotvote/shared/brands'
import { LINK_MINUTES } from '@hotvote/shared/limits'
import { renderMail } from '../../mail/layout.ts'
import type { Purpose } from './magic-links.queries.ts'

type LinkMailData = { brand: Brand; url: string; username: string }

const FOOTNOTES = [
  `The link works once, within ${LINK_MINUTES} minutes. A newer link ends it.`,
  'If you did not ask for this mail, ignore it: nothing happens without the link.',
]

const saving = ({ brand: { siteName }, url, username }: LinkMailData) => ({
  subject: `Save your ${siteName} account`,
  title: 'Save your account',
  paragraphs: [
    `Confirm that this address is yours, and your votes and uploads as ${username} are kept under it.`,
    'No password is needed: next time you log in with a link like this one.',
  ],
  button: { label: 'Save my account', url },
  footnotes: FOOTNOTES,
})

const loggingIn = ({ brand: { siteName }, url }: LinkMailData) => ({
  subject: `Your ${siteName} login link`,
  title: 'Log in to your account',
  paragraphs: [`Use this link to log in to your saved ${siteName} account.`],
  button: { label: 'Log in', url },
  footnotes: FOOTNOTES,
})

/** The mail that carries a link (`visitor.md §2`). */
export const linkMail = (purpose: Purpose, data: LinkMailData) =>
  renderMail(data.brand, purpose === 'save' ? saving(data) : loggingIn(data))
