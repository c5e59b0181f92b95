// Runs before the first paint, so that a chosen theme never flashes. A file of its own: the CSP allows no inline script.
try {
  const chosen = localStorage.getItem('hotvote-theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {}
