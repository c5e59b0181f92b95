import type { Brand } from '@hotvote/shared/brands'
import escapeHtml from 'escape-html'

/** Styles are inline, because many email clients drop style sheets. The style sheet adds only dark mode. */

const FONT = "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const WRAP = 'overflow-wrap:anywhere;word-break:break-word'
/** Color for email clients without gradients. Its contrast with white is 5:1, as at both ends of the gradient. */
const HOT = '#cf1f3a'

const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background-color: #151110 !important }
  .card { background-color: #1f1a18 !important; border-color: #3a3330 !important }
  .text { color: #f3eeec !important }
  .mute { color: #b3aaa6 !important }
  .link { color: #ff8a94 !important }
  .rule { border-color: #3a3330 !important }
}
@media (max-width: 480px) {
  .card { padding: 28px 22px !important }
}
</style>`

const PAGE = {
  body: 'margin:0;padding:0;background-color:#f8f6f5;-webkit-text-size-adjust:100%;text-size-adjust:100%',
  preheader:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all',
  table: 'background-color:#f8f6f5;table-layout:fixed',
  name: `${FONT};${WRAP};padding:0 0 20px;font-size:22px;line-height:28px;font-weight:800;letter-spacing:-0.02em;color:#241e1b`,
  foot: `${FONT};${WRAP};padding:20px 8px 0;font-size:13px;line-height:20px;color:#6a615c`,
}

const CARD = {
  cell: 'padding:36px 36px;background-color:#ffffff;border:1px solid #e8e3e0;border-radius:16px',
  title: `${FONT};${WRAP};margin:0 0 16px;font-size:24px;line-height:30px;font-weight:700;letter-spacing:-0.02em;color:#241e1b`,
  paragraph: `${FONT};${WRAP};margin:0 0 14px;font-size:16px;line-height:25px;color:#241e1b`,
  small: `${FONT};${WRAP};margin:0 0 8px;font-size:13px;line-height:20px;color:#6a615c`,
  address: 'color:#b3172f;text-decoration:underline',
  rule: 'margin:20px 0 16px;border-top:1px solid #e8e3e0;font-size:0;line-height:0',
}

const BUTTON = {
  color: HOT,
  cell: `background-color:${HOT};background-image:linear-gradient(135deg,#d22b2b,#c81a52);border-radius:12px;mso-padding-alt:14px 28px`,
  link: `${FONT};display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:700;color:#ffffff;text-decoration:none;border-radius:12px`,
}

/** Plain text content. The layout escapes HTML and keeps line breaks. */
export type MailContent = {
  subject: string
  title: string
  paragraphs: string[]
  button?: { label: string; url: string }
  footnotes?: string[]
}
export type RenderedMail = { sender: Pick<Brand, 'siteName' | 'domain'>; subject: string; text: string; html: string }

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

/** Falls back to the name, because emails need an absolute logo URL. */
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

/** Uses tables and inline styles for compatibility. Inboxes show the first paragraph next to the subject. */
const renderHtml = (brand: Brand, content: MailContent) => `<!doctype html>
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

const renderText = ({ siteName, domain }: Brand, { title, paragraphs, button, footnotes = [] }: MailContent) =>
  `${[
    title,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...footnotes,
    `-- \n${siteName} · ${domain}`,
  ].join('\n\n')}\n`

export const renderMail = (brand: Brand, content: MailContent): RenderedMail => ({
  sender: { siteName: brand.siteName, domain: brand.domain },
  subject: oneLine(content.subject),
  text: renderText(brand, content),
  html: renderHtml(brand, content),
})
