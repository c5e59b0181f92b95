// Runs before the first paint, so that a chosen theme never flashes. A file of its own: the CSP allows no inline script.
try {
  const chosen = localStorage.getItem('hotvote-theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
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
