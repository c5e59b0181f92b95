import type { Response } from 'express'

type Download = {
  type: string
  /** Returns the file name for a UTC day such as `2026-03-07`. */
  nameOn: (day: string) => string
}

/** Sends the response headers of a file download, with the current day in the file name. */
export const writeDownloadHead = (res: Response, { type, nameOn }: Download) => {
  const day = new Date().toISOString().slice(0, 10)
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${nameOn(day)}"`,
  })
}
