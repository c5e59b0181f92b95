const BASE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' }

/** Without `allow-same-origin`, ads cannot access the site. */
const SANDBOX = 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox'

/** The policy also applies when the address is opened without its frame. */
export const frameHeaders = {
  ...BASE_HEADERS,
  'Content-Security-Policy': `${SANDBOX}; frame-ancestors 'self'`,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Advertisement</title>
<base target="_blank">
<style>body { margin: 0; display: grid; justify-content: safe center }</style>
<body>
`

/** Sends the ad's height to the embedding page, which resizes the frame. */
const TELL_HEIGHT = `<script>
{
  const tell = () => {
    const { documentElement, body } = document
    parent.postMessage({ adHeight: Math.max(documentElement.offsetHeight, body.scrollHeight) }, '*')
  }
  new ResizeObserver(tell).observe(document.documentElement)
  addEventListener('load', tell)
}
</script>
`

export const framePage = (adCode: string) => `${HEAD}${TELL_HEIGHT}${adCode}\n`

/** Like `frameHeaders`, but blocks popups and hides the operator's address from ad networks. */
export const previewHeaders = {
  ...BASE_HEADERS,
  'Content-Security-Policy': "sandbox allow-scripts; frame-ancestors 'self'",
  'Referrer-Policy': 'no-referrer',
}

const IN_SCRIPT = JSON.stringify(HEAD).replaceAll('<', '\\u003c')

/** Receives unsaved ad code from the embedding page (docs/decisions/008). */
export const previewPage = `${HEAD}<script>
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data !== 'string') return
  document.open()
  document.write(${IN_SCRIPT} + data)
  document.close()
})
</script>
`
