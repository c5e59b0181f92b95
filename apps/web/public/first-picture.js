// Runs in the page itself, before the first paint. A photo that came with the page is not shown to somebody who is logged
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

  // What the scripts do first would only delay the photo: they begin once it is painted, or has taken too long.
  const PATIENCE_MS = 1500
  const PAINT_MS = 100
  const wait = (ms) => new Promise((done) => setTimeout(done, ms))
  // Some browsers say when it is on the screen; in the others, also where this is refused, it is soon after it has come.
  const isOnScreen = (photo) =>
    new Promise((done) => {
      const look = (list) => list.getEntries().some(({ element }) => element === photo) && done()
      new PerformanceObserver(look).observe({ type: 'largest-contentful-paint', buffered: true })
    })
  const hasCome = async (photo) => {
    if (!photo.complete)
      await new Promise((done) => {
        for (const end of ['load', 'error']) photo.addEventListener(end, done)
      })
    await wait(PAINT_MS)
  }
  const photoIsPainted = () => {
    const photo = dataset.first === 'shown' && document.querySelector('#root .stage img[fetchpriority]')
    if (photo && !document.hidden) return Promise.any([isOnScreen(photo), hasCome(photo), wait(PATIENCE_MS)])
  }
  const load = (element) =>
    new Promise((done) => {
      element.crossOrigin = ''
      for (const end of ['load', 'error']) element.addEventListener(end, done)
      document.head.append(element)
    })
  addEventListener('DOMContentLoaded', async () => {
    await photoIsPainted()
    for (const { href } of document.querySelectorAll('link[as=style]'))
      await load(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
    for (const { href } of document.querySelectorAll('link[rel=modulepreload]'))
      load(Object.assign(document.createElement('script'), { type: 'module', src: href }))
  })
}
