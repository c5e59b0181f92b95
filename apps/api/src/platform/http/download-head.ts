import type { Response } from 'express'

type Download = {
  type: string
  /** The name under which the browser keeps it, from the day (UTC): `2026-03-07`. */
  nameOn: (day: string) => string
}

/** Begins the answer that a browser keeps as a file. */
export const writeDownloadHead = (res: Response, { type, nameOn }: Download) => {
  const day = new Date().toISOString().slice(0, 10)
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${nameOn(day)}"`,
  })
}
