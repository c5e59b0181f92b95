import type { Brand } from '@hotvote/shared/brands'
import escapeHtml from 'escape-html'
import { BUTTON, CARD, HEAD, PAGE } from './layout-styles.ts'

/** What a mail says, as plain text: nothing of it is read as HTML. A line break inside a paragraph stays one. */
export type MailContent = {
  subject: string
  title: string
  paragraphs: string[]
  button?: { label: string; url: string }
  footnotes?: string[]
}
/** `sender`: whose mail it is, as its text says. */
export type RenderedMail = { sender: Pick<Brand, 'siteName' | 'domain'>; subject: string; text: string; html: string }

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

/** A header is one line. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

/** A mail has no page that a path could belong to: only a full address shows a picture. */
const nameOrLogo = ({ useLogo, logoType, logoUrl, siteName }: Brand) => {
  const name = escapeHtml(siteName)
  if (!useLogo || logoType !== 'custom' || !/^https?:\/\//i.test(logoUrl ?? '')) return name
  return `<img src="${escapeHtml(logoUrl ?? '')}" alt="${name}" height="40" style="display:block;margin:0 auto;height:40px;max-width:240px;border:0">`
}

const buttonHtml = ({ label, url }: { label: string; url: string }) => `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 20px"><tr>
<td align="center" bgcolor="${BUTTON.color}" style="${BUTTON.cell}"><a href="${escapeHtml(url)}" target="_blank" style="${BUTTON.link}">${escapeHtml(label)}</a></td>
</tr></table>
<p class="mute" style="${CARD.small}">If the button does not work, copy this address into your browser:<br><a class="link" href="${escapeHtml(url)}" target="_blank" style="${CARD.address}">${escapeHtml(url)}</a></p>`

const cardHtml = ({ title, paragraphs, button, footnotes = [] }: MailContent) => `
<h1 class="text" style="${CARD.title}">${lines(title)}</h1>
${paragraphs.map((text) => `<p class="text" style="${CARD.paragraph}">${lines(text)}</p>`).join('\n')}
${button ? buttonHtml(button) : ''}
${footnotes.length > 0 ? `<div class="rule" style="${CARD.rule}"></div>` : ''}
${footnotes.map((text) => `<p class="mute" style="${CARD.small}">${lines(text)}</p>`).join('\n')}`

/** Tables and inline styles: what mail programs agree on. The first paragraph stands beside the subject in lists. */
const htmlOf = (brand: Brand, content: MailContent) => `<!doctype html>
<html lang="en">
<head>${HEAD}<title>${escapeHtml(content.subject)}</title></head>
<body class="page" style="${PAGE.body}">
<div style="${PAGE.preheader}">${escapeHtml(content.paragraphs[0] ?? '')}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="${PAGE.table}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td align="center" class="text" style="${PAGE.name}">${nameOrLogo(brand)}</td></tr>
<tr><td class="card" style="${CARD.cell}">${cardHtml(content)}</td></tr>
<tr><td align="center" class="mute" style="${PAGE.foot}">${escapeHtml(brand.siteName)} · ${escapeHtml(brand.domain)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`

const textOf = ({ siteName, domain }: Brand, { title, paragraphs, button, footnotes = [] }: MailContent) =>
  `${[
    title,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...footnotes,
    `-- \n${siteName} · ${domain}`,
  ].join('\n\n')}\n`

/** A mail in the design of the site: a text part and an HTML part that say the same. */
export const renderMail = (brand: Brand, content: MailContent): RenderedMail => ({
  sender: { siteName: brand.siteName, domain: brand.domain },
  subject: oneLine(content.subject),
  text: textOf(brand, content),
  html: htmlOf(brand, content),
})
