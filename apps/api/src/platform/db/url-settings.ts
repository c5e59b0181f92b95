/** `URL` refuses a connection string without a host, which leads to a socket. */
export const urlWith = (url: string, settings: Record<string, string>) => {
  const [base = '', ...query] = url.split('?')
  const params = new URLSearchParams(query.join('?'))
  for (const [name, value] of Object.entries(settings)) params.set(name, value)
  return `${base}?${params}`
}

/** What the server is told for each connection that this URL leads to: `options` as `psql` knows them. */
export const readOptions = (url: string) => new URLSearchParams(url.split('?').slice(1).join('?')).get('options') ?? ''

/** Settings of the server as such options, of which the last one holds where there are two. */
export const buildFlags = (settings: Record<string, string | number>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
