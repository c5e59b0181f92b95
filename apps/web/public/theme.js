// Runs before the first paint, so the wrong theme never flashes. The CSP forbids an inline script.
try {
  const { dataset, style } = document.documentElement
  const chosen = localStorage.getItem('hotvote-theme')
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen
  // Reserves the height of the last visit's ad (`features/ads/ad-zone.tsx`).
  const height = localStorage.getItem('hotvote-ad-height')
  if (/^\d{2,3}$/.test(height)) style.setProperty('--ad-height', `${height}px`)
} catch {}

// Colors the browser's own bars like the chosen theme, and follows later changes.
const colourBars = () => {
  const { theme } = document.documentElement.dataset
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const system = `(prefers-color-scheme: ${meta.dataset.for})`
    meta.media = theme === undefined ? system : theme === meta.dataset.for ? 'all' : 'not all'
  }
}
new MutationObserver(colourBars).observe(document.documentElement, { attributeFilter: ['data-theme'] })
colourBars()

// Milliseconds. Scripts and styles would delay the first photo, so they load after the photo or this time.
const PATIENCE_MS = 1500
addEventListener('DOMContentLoaded', () => {
  const later = document.getElementById('later')
  if (!later) return
  const picture = document.querySelector('.first-picture > *')
  const load = () => {
    const [preload, script, styles] = later.content.children
    if (styles) styles.onload = styles.onerror = () => document.head.append(script)
    if (styles) document.head.append(preload, styles)
  }
  const loadAfterPaint = () => requestAnimationFrame(() => setTimeout(load))
  for (const type of ['load', 'loadeddata', 'suspend', 'error']) picture.addEventListener(type, loadAfterPaint)
  if (picture.complete || picture.readyState > 1) loadAfterPaint()
  setTimeout(load, PATIENCE_MS)
})

// Reloads the page if its script failed to load: at most once a minute, and when back online.
const RELOADED_KEY = 'hotvote-reloaded-at'
const mayReload = () => {
  try {
    if (Date.now() - sessionStorage.getItem(RELOADED_KEY) < 60_000) return false
    sessionStorage.setItem(RELOADED_KEY, Date.now())
    return true
  } catch {
    return false // Without this storage, the page could reload forever.
  }
}

const BROKEN = 'Part of it did not load. Load it again in a moment.'
const OFFLINE = "You're offline. This will load as soon as you're back online."

// Inline styles, because the stylesheet may be missing too.
const tellNotLoaded = () => {
  const { dataset, style } = document.documentElement
  style.colorScheme = dataset.theme ?? 'light dark'
  const made = (name, textContent, look) => Object.assign(document.createElement(name), { textContent, style: look })
  const again = made(
    'button',
    'Reload',
    'font: inherit; min-height: 44px; padding: 0 20px; border: 1px solid; border-radius: 12px; color: inherit; background: none; cursor: pointer',
  )
  again.addEventListener('click', () => location.reload())
  const text = 'padding: 16px; text-align: center; font: 1rem/1.5 system-ui, sans-serif'
  const told = made('div', '', `${text}; max-width: 28rem; margin: 20vh auto 0`)
  told.setAttribute('role', 'alert')
  told.append(
    made('h1', 'This page could not be shown', 'margin: 0; font-size: 1.5rem; font-weight: 700'),
    made('p', navigator.onLine ? BROKEN : OFFLINE, 'margin: 8px 0 20px'),
    again,
  )
  const main = document.createElement('main')
  main.append(told)
  document.getElementById('root').replaceChildren(main)
}

addEventListener(
  'error',
  ({ target }) => {
    // Ads load scripts too; ignore their failures.
    if (target.localName !== 'script' || !target.src.startsWith(`${location.origin}/assets/`)) return
    if (navigator.onLine && mayReload()) return location.reload()
    addEventListener('online', () => location.reload())
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tellNotLoaded)
    else tellNotLoaded()
  },
  true,
)
