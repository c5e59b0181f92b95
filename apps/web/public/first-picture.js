// Runs in the page itself, before the first paint. A photo or film that came with the page is not shown to somebody who is logged
// out, who blocks cookies, who is known by more than the cookie that is missing, or who went back to a page of long ago.
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

  // What the scripts do first would only delay the photo: they are fetched once it is painted, or has taken too long.
  const PATIENCE_MS = 1500
  const PAINT_MS = 100
  const wait = (ms) => new Promise((done) => setTimeout(done, ms))
  // Some browsers say when it is on the screen; in the others, also where this is refused, it is soon after it has come.
  const isOnScreen = (photo) =>
    new Promise((done) => {
      const look = (list) => list.getEntries().some(({ element }) => element === photo) && done()
      new PerformanceObserver(look).observe({ type: 'largest-contentful-paint', buffered: true })
    })
  const FILM_DATA = 2 // HAVE_CURRENT_DATA
  const isThere = (photo) => photo.naturalWidth > 0 || photo.readyState >= FILM_DATA
  // A film is suspended where the browser saves data: nothing of it comes by itself.
  const ENDS = ['load', 'loadeddata', 'suspend', 'error']
  const hasCome = async (photo) => {
    if (!photo.complete && !isThere(photo))
      await new Promise((done) => {
        for (const end of ENDS) photo.addEventListener(end, done)
      })
    await wait(PAINT_MS)
  }

  // As in `use-sight.ts`: the second of two taps is about what was there before.
  const SETTLES_MS = 300
  const KEYS = { ArrowLeft: 'not', ArrowRight: 'hot' }
  let isGivenUp = false
  // A click that begins on a button of ours and ends on the one that the scripts have put in its place is one all the same.
  const finishOnNewButton = (dock) => {
    let begun
    addEventListener('pointerdown', ({ target }) => {
      begun = dock.contains(target) ? target.closest('[name]')?.name : undefined
    })
    addEventListener('pointerup', ({ clientX, clientY }) => {
      // A finger's target stays what it began on, also when that is gone.
      const button = document.elementFromPoint(clientX, clientY)?.closest('.vote-dock [name]')
      if (begun && begun === button?.name && !dock.isConnected) button.click()
      begun = undefined
    })
  }
  // The first press is kept for the scripts, until they draw the screen themselves (`features/rate/first-item.ts`).
  const openVote = (dock) => {
    const press = (name) => {
      if (!name || !dock.isConnected || isGivenUp) return
      dataset.press ??= name
      dock.querySelector(`[name=${dataset.press}]`).setAttribute('aria-pressed', 'true')
    }
    for (const button of dock.querySelectorAll('[name]')) {
      button.setAttribute('aria-disabled', 'false')
      button.addEventListener('click', () => press(button.name))
    }
    addEventListener('keydown', ({ key, repeat, ctrlKey, metaKey, altKey, target }) => {
      if (!repeat && !ctrlKey && !metaKey && !altKey && !target.closest?.('input')) press(KEYS[key])
    })
    finishOnNewButton(dock)
    dataset.seen = ''
  }
  // What the scripts draw has a dock of its own, which is theirs: this one is looked up before they can be there.
  const openOnceSeen = async (photo, painted) => {
    const dock = document.querySelector('#root .vote-dock')
    await painted
    await wait(SETTLES_MS)
    if (isThere(photo) && dock.isConnected && !isGivenUp) openVote(dock)
  }
  // The scripts did not come. No button does anything any more, and each says so; `theme.js` loads the page anew.
  const giveUp = () => {
    isGivenUp = true
    delete dataset.press
    for (const button of document.querySelectorAll('#root .vote-dock [name]')) {
      button.removeAttribute('aria-pressed')
      button.setAttribute('aria-disabled', 'true')
    }
  }

  const photoIsPainted = () => {
    const photo = dataset.first === 'shown' && document.querySelector('#root .stage :is(img[fetchpriority], video)')
    if (!photo || document.hidden) return
    const painted = Promise.any([isOnScreen(photo), hasCome(photo)])
    openOnceSeen(photo, painted)
    return Promise.race([painted, wait(PATIENCE_MS)])
  }
  const load = (element) =>
    new Promise((done, fail) => {
      element.addEventListener('load', done)
      element.addEventListener('error', fail)
      document.head.append(element)
    })
  addEventListener('DOMContentLoaded', async () => {
    const [script, styles] = document.importNode(document.getElementById('later').content, true).children
    await photoIsPainted()
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: script.src }),
    )
    // Better without its colours than not at all.
    await load(styles).catch(() => undefined)
    await load(script).catch(giveUp)
  })
}
