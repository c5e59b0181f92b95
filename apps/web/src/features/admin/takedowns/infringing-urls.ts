const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Accepts a JSON array, one URL, or one URL per line (`admin.md §3`). */
export const infringingUrls = (field: string): string[] => {
  const given = parsed(field)
  const lines = Array.isArray(given) ? given.map(String) : (typeof given === 'string' ? given : field).split(/\r?\n|\r/)
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
