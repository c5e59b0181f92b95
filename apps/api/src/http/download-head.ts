import type { Response } from 'express'

type Download = {
  type: string
  /** Bytes, where they are known before. */
  size?: number
  /** The name under which the browser keeps it, from the day (UTC): `2026-03-07`. */
  nameOn: (day: string) => string
}

/** Begins the answer that a browser keeps as a file. */
export const writeDownloadHead = (res: Response, { type, size, nameOn }: Download) => {
  const day = new Date().toISOString().slice(0, 10)
  res.writeHead(200, {
    'Content-Type': type,
    ...(size !== undefined && { 'Content-Length': size }),
    'Content-Disposition': `attachment; filename="${nameOn(day)}"`,
  })
}
