/**
 * Copies a text that has yet to come. Safari lets nobody copy once a click is over: there the clipboard is given the promise.
 * Rejects with what the promise rejects with, or with what the browser says.
 */
export async function copyText(text: Promise<string>) {
  const isPromised = typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function'
  if (!isPromised) return navigator.clipboard.writeText(await text)
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }))
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  } catch {
    // Older ones take no promise.
    await navigator.clipboard.writeText(await text)
  }
}
