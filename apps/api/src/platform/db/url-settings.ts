/** Avoids `URL`, which rejects connection strings without a host (used for sockets). */
export const urlWith = (url: string, settings: Record<string, string>) => {
  const [base = '', ...query] = url.split('?')
  const params = new URLSearchParams(query.join('?'))
  for (const [name, value] of Object.entries(settings)) params.set(name, value)
  return `${base}?${params}`
}

/** Returns the connection's `options`, in `psql` syntax. */
export const readOptions = (url: string) => new URLSearchParams(url.split('?').slice(1).join('?')).get('options') ?? ''

export const buildFlags = (settings: Record<string, string | number>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
