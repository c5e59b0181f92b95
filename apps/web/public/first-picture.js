// Runs in the page itself, before the first paint. The first picture is not shown to visitors who are logged out, block cookies,
// lost their cookie, or went back in history to an old page.
{
  const { dataset } = document.documentElement
  try {
    const [navigation] = performance.getEntriesByType('navigation')
    if (
      navigator.cookieEnabled === false ||
      navigation?.type === 'back_forward' ||
      localStorage.getItem('hotvote-logged-out') === 'true' ||
      (dataset.firstFor === 'nobody' && localStorage.getItem('hotvote-session') !== null)
    )
      dataset.first = 'dropped'
  } catch {}

  // The scripts are fetched after the picture is painted, or after this time, so that they do not delay it.
  const PATIENCE_MS = 1500
  const PAINT_MS = 100
  const wait = (ms) => new Promise((done) => setTimeout(done, ms))
  const on = (element, ...types) =>
    new Promise((done) => {
      for (const type of types) element.addEventListener(type, done)
    })
  // Some browsers report the paint; in others it follows the load.
  const isOnScreen = (picture) =>
    new Promise((done) => {
      const look = (list) => list.getEntries().some(({ element }) => element === picture) && done()
      new PerformanceObserver(look).observe({ type: 'largest-contentful-paint', buffered: true })
    })
  const FILM_DATA = 2 // HAVE_CURRENT_DATA
  const isThere = (picture) => picture.naturalWidth > 0 || picture.readyState >= FILM_DATA
  // A browser that saves data suspends a film before its first picture.
  const hasCome = async (picture) => {
    if (!picture.complete && !isThere(picture)) await on(picture, 'load', 'loadeddata', 'suspend', 'error')
    await wait(PAINT_MS)
  }

  // Equals SETTLES_MS of `use-rating.ts`.
  const SETTLES_MS = 300
  let isGivenUp = false
  const votes = () => document.querySelectorAll('#root .vote-dock [name]')
  // The first press is kept in an attribute, for `features/rate/first-item.ts`.
  const openVote = async (picture, painted) => {
    const buttons = [...votes()]
    await painted
    await wait(SETTLES_MS)
    if (isGivenUp || !isThere(picture) || !buttons[0]?.isConnected) return
    for (const button of buttons) {
      button.setAttribute('aria-disabled', 'false')
      button.addEventListener('click', () => {
        if (isGivenUp || dataset.press) return
        dataset.press = button.name
        button.setAttribute('aria-pressed', 'true')
      })
    }
    dataset.seen = ''
  }
  // If the scripts do not come, `theme.js` reloads the page.
  const giveUp = () => {
    isGivenUp = true
    delete dataset.press
    for (const button of votes()) {
      button.removeAttribute('aria-pressed')
      button.setAttribute('aria-disabled', 'true')
    }
  }

  const pictureIsPainted = () => {
    const picture = dataset.first === 'shown' && document.querySelector('#root .stage :is(img[fetchpriority], video)')
    if (!picture || document.hidden) return
    const painted = Promise.any([isOnScreen(picture), hasCome(picture)])
    openVote(picture, painted)
    return Promise.race([painted, wait(PATIENCE_MS)])
  }
  const load = (element) => {
    document.head.append(element)
    return new Promise((done, fail) => Object.assign(element, { onload: done, onerror: fail }))
  }
  addEventListener('DOMContentLoaded', async () => {
    const [script, styles] = document.importNode(document.getElementById('later').content, true).children
    await pictureIsPainted()
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: script.src }),
    )
    // The page works without its styles, too.
    await load(styles).catch(() => undefined)
    await load(script).catch(giveUp)
  })
}
