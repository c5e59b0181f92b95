/** A script made from text is inert; an equal one made by hand runs when it enters the page. */
function running(inert: HTMLScriptElement) {
  const script = document.createElement('script')
  for (const { name, value } of inert.attributes) script.setAttribute(name, value)
  script.async = inert.async
  script.textContent = inert.textContent
  return script
}

/** Old ad code writes into the document, which would by now replace the whole page: what it writes is caught. */
function catchWrites(run: () => void) {
  const written: string[] = []
  const write = (...html: string[]) => void written.push(...html)
  Object.assign(document, { write, writeln: write })
  try {
    run()
  } finally {
    // The own properties go, the inherited methods are back.
    Reflect.deleteProperty(document, 'write')
    Reflect.deleteProperty(document, 'writeln')
  }
  return written.join('')
}

const isCode = ({ type, noModule }: HTMLScriptElement) => /^$|javascript|^module$/.test(type) && !noModule

/** Runs one script in the place of its inert twin; resolves when an external one has run or failed. */
async function runScript(inert: HTMLScriptElement, signal: AbortSignal) {
  const script = running(inert)
  const settled = new Promise<unknown>((done) => {
    script.onload = done
    script.onerror = done
  })
  const place = document.createComment('')
  const written = catchWrites(() => inert.replaceWith(script, place))
  if (script.src && isCode(script)) await settled
  if (written) await runAll(place, written, signal)
}

/** Scripts run one after the other, as they would in a page of their own. */
async function runAll(before: Comment, html: string, signal: AbortSignal) {
  const template = document.createElement('template')
  template.innerHTML = html
  const scripts = [...template.content.querySelectorAll('script')]
  before.before(template.content)
  for (const script of scripts) {
    if (signal.aborted) return
    await runScript(script, signal)
  }
}

/**
 * Puts an advertisement into the page, its scripts re-created so that they run, external ones awaited in order
 * (`visitor.md §7`). `signal` stops it before the next script.
 */
export function injectAd(target: HTMLElement, adCode: string, signal: AbortSignal) {
  const end = document.createComment('')
  target.replaceChildren(end)
  return runAll(end, adCode, signal)
}
