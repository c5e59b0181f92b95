/** A script from `innerHTML` never runs, so a copy is created that does. */
function running(inert: HTMLScriptElement) {
  const script = document.createElement('script')
  for (const { name, value } of inert.attributes) script.setAttribute(name, value)
  script.async = inert.async
  script.textContent = inert.textContent
  return script
}

/** Old ad code calls `document.write`, which would replace the whole page. */
function catchWrites(run: () => void) {
  const written: string[] = []
  const write = (...html: string[]) => void written.push(...html)
  Object.assign(document, { write, writeln: write })
  try {
    run()
  } finally {
    // Deleting the own properties restores the inherited methods.
    Reflect.deleteProperty(document, 'write')
    Reflect.deleteProperty(document, 'writeln')
  }
  return written.join('')
}

const isCode = ({ type, noModule }: HTMLScriptElement) => /^$|javascript|^module$/.test(type) && !noModule

/** Resolves when the script has run or failed. */
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

/** Runs an ad's scripts in order (`visitor.md §7`); `signal` stops before the next script. */
export function injectAd(target: HTMLElement, adCode: string, signal: AbortSignal) {
  const end = document.createComment('')
  target.replaceChildren(end)
  return runAll(end, adCode, signal)
}
