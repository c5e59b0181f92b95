/** What an advertisement in its frame may do. Without `allow-same-origin` it has no part in the site. */
const SANDBOX = 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox'

/** The policy holds however the address is opened, also without the frame around it. */
export const frameHeaders = {
  'Content-Security-Policy': `${SANDBOX}; frame-ancestors 'self'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cache-Control': 'no-cache',
}

/** A page with an advertisement's code and nothing else; links open beside the site. */
export const framePage = (adCode: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Advertisement</title>
<base target="_blank">
<style>body { margin: 0; display: grid; justify-content: center }</style>
<body>
${adCode}
`
