/** Milliseconds after which the browser has surely taken the file over. */
const TAKEN_MS = 60_000

/** Hands an answer's body to the browser as a download named `name`. */
export async function saveFile(answer: Response, name: string) {
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS)
}
