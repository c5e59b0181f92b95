const BASE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' }

/** What an advertisement in its frame may do. Without `allow-same-origin` it has no part in the site. */
const SANDBOX = 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox'

/** The policy holds however the address is opened, also without the frame around it. */
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

/** Tells the page around it how high the ad is, now and whenever it changes: the frame is made as high. */
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

/** A page with an advertisement's code and nothing else; links open beside the site. */
export const framePage = (adCode: string) => `${HEAD}${TELL_HEIGHT}${adCode}\n`

/** As `frameHeaders`, but nothing opens a window, and networks are not told the address of the operator's side. */
export const previewHeaders = {
  ...BASE_HEADERS,
  'Content-Security-Policy': "sandbox allow-scripts; frame-ancestors 'self'",
  'Referrer-Policy': 'no-referrer',
}

const IN_SCRIPT = JSON.stringify(HEAD).replaceAll('<', '\\u003c')

/** An empty page that runs unsaved ad code from the page around it (docs/decisions/008). */
export const previewPage = `${HEAD}<script>
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data !== 'string') return
  document.open()
  document.write(${IN_SCRIPT} + data)
  document.close()
})
</script>
`
