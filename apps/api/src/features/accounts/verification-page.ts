import { createHash } from 'node:crypto'
import type { Brand } from '@hotvote/shared/brands'
import escapeHtml from 'escape-html'
import type { LinkSummary } from './magic-links.queries.ts'

/** The colours of the site (`apps/web/src/styles.css`), without its script that knows of a chosen theme. */
const STYLE = `
:root{color-scheme:light dark;--page:oklch(98.5% .004 60);--card:#fff;--text:oklch(22% .012 50);--mute:oklch(47% .012 55);--line:oklch(91% .006 60);--name:oklch(54% .21 20);--focus:oklch(52% .19 262)}
@media (prefers-color-scheme:dark){:root{--page:oklch(15.5% .008 50);--card:oklch(19.5% .009 50);--text:oklch(95% .006 60);--mute:oklch(72% .01 60);--line:oklch(27% .01 50);--name:oklch(72% .18 20);--focus:oklch(76% .13 250)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--page);color:var(--text);font:16px/1.5 "Inter Variable",Inter,system-ui,sans-serif}
main{width:100%;max-width:400px;padding:32px 24px;border:1px solid var(--line);border-radius:16px;background:var(--card);text-align:center}
.name{margin:0 0 20px;color:var(--name);font-size:22px;font-weight:800;letter-spacing:-.02em}
h1{margin:0 0 8px;font-size:24px;line-height:1.25;letter-spacing:-.02em}
p{margin:0 0 24px;color:var(--mute);text-wrap:balance}
p:last-child{margin:0}
button{width:100%;min-height:52px;border:0;border-radius:12px;background:linear-gradient(120deg,oklch(58.5% .22 27),oklch(56.5% .225 8));color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid var(--focus);outline-offset:3px}
`

/** No script, no picture, nothing from elsewhere: one form that goes back to this site. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

type PageTexts = { siteName: string; title: string; heading: string; content: string }

const htmlOf = ({ siteName, title, heading, content }: PageTexts) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="strict-origin">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="name">${siteName}</p>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`

const NOT_YOU = 'If that is not you, close this page.'
const count = (amount: number, noun: string) => `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`

const describeLink = ({ purpose, username, uploads, votes, mergesInto }: LinkSummary) => {
  const ratings = `${count(uploads, 'upload')} and ${count(votes, 'vote')}`
  if (purpose === 'login') return `Press the button to log in as ${username} in this browser.`
  if (mergesInto === null) return `Press the button to save the account of ${username}, with ${ratings}. ${NOT_YOU}`
  return `Press the button to add the ${ratings} of ${username} to your account ${mergesInto}. ${NOT_YOU}`
}

/**
 * What a link shows in another browser than the one that requested it, and to programs that open links in mails: only
 * the button uses it. The referrer of its form is the bare origin, so that the form is known as our own.
 */
export const verificationPage = (brand: Brand, token: string, summary: LinkSummary) => {
  const siteName = escapeHtml(brand.siteName)
  const content = `<p>${escapeHtml(describeLink(summary))}</p>
<form method="post" action="/api/auth/verify">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button type="submit">Continue to ${siteName}</button>
</form>`
  return htmlOf({ siteName, title: `Continue to ${siteName}`, heading: 'One more click', content })
}

/** The page for a link that cannot be used right now but stays valid, with the reason. */
export const notNowPage = (brand: Brand, reason: string) => {
  const siteName = escapeHtml(brand.siteName)
  const content = `<p>${escapeHtml(reason)}</p>
<p>Your link is not used up: open it again then.</p>`
  return htmlOf({ siteName, title: `Please wait – ${siteName}`, heading: 'Not right now', content })
}
