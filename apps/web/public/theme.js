// Runs before the first paint, so that a chosen theme never flashes. A file of its own: the CSP allows no inline script.
try {
  const { dataset, style } = document.documentElement
  const chosen = localStorage.getItem('hotvote-theme')
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen
  // The ad of the last visit was so high (`features/ads/ad-height.ts`).
  const height = localStorage.getItem('hotvote-ad-height')
  if (/^\d{2,3}$/.test(height)) style.setProperty('--ad-height', `${height}px`)
} catch {}

// The browser's own bars have the colour of the theme that is chosen, also when it is chosen later.
const colourBars = () => {
  const { theme } = document.documentElement.dataset
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const system = `(prefers-color-scheme: ${meta.dataset.for})`
    meta.media = theme === undefined ? system : theme === meta.dataset.for ? 'all' : 'not all'
  }
}
new MutationObserver(colourBars).observe(document.documentElement, { attributeFilter: ['data-theme'] })
colourBars()

// The script of the page did not come: the page is loaded anew, by itself once a minute and when there is a network.
const RELOADED_KEY = 'hotvote-reloaded-at'
const mayReload = () => {
  try {
    if (Date.now() - sessionStorage.getItem(RELOADED_KEY) < 60_000) return false
    sessionStorage.setItem(RELOADED_KEY, Date.now())
    return true
  } catch {
    return false // Without a memory of it, this could go on for ever.
  }
}

// What it says then needs no script but this, and looks the same with and without the styles.
const tellNotLoaded = () => {
  const { dataset, style } = document.documentElement
  style.colorScheme = dataset.theme ?? 'light dark'
  const made = (name, textContent, look) => Object.assign(document.createElement(name), { textContent, style: look })
  const again = made(
    'button',
    'Load again',
    'font: inherit; min-height: 44px; padding: 0 20px; border: 1px solid; border-radius: 12px; color: inherit; background: none; cursor: pointer',
  )
  again.addEventListener('click', () => location.reload())
  const text = 'padding: 16px; text-align: center; font: 1rem/1.5 system-ui, sans-serif'
  // The photo that came with the page stays; what else is on it says for itself that it does nothing yet.
  const isBelowPhoto = dataset.first === 'shown'
  const place = isBelowPhoto
    ? 'position: fixed; inset: auto 0 0; z-index: 50; background: Canvas; color: CanvasText; border-top: 1px solid'
    : 'max-width: 28rem; margin: 20vh auto 0'
  const told = made('div', '', `${text}; ${place}`)
  told.setAttribute('role', 'alert')
  told.append(
    made(
      'h1',
      isBelowPhoto ? 'Part of this page did not load' : 'This page could not be shown',
      'margin: 0; font-size: 1.5rem; font-weight: 700',
    ),
    made(
      'p',
      `${isBelowPhoto ? '' : 'Part of it did not load. '}Check your connection, then load it again.`,
      'margin: 8px 0 20px',
    ),
    again,
  )
  if (isBelowPhoto) return document.body.append(told)
  delete dataset.first
  const main = document.createElement('main')
  main.append(told)
  document.getElementById('root').replaceChildren(main)
}

addEventListener(
  'error',
  ({ target }) => {
    // No other one: an ad may bring scripts, too.
    if (target.localName !== 'script' || !target.src.startsWith(`${location.origin}/assets/`)) return
    if (navigator.onLine && mayReload()) return location.reload()
    addEventListener('online', () => location.reload())
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tellNotLoaded)
    else tellNotLoaded()
  },
  true,
)
