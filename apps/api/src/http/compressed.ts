import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

/** Above it brotli takes more time than the saved bytes do on their way. */
const QUALITY = 4

const brotli = (text: string) =>
  promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
const compressors = { br: brotli, gzip: promisify<string, Buffer>(gzip) }

/** A page that is made for one request, as small as this browser takes it. */
export const sendCompressed = async (req: Request, res: Response, html: string) => {
  res.vary('Accept-Encoding').type('html')
  const encoding = req.acceptsEncodings('br', 'gzip')
  if (encoding !== 'br' && encoding !== 'gzip') return res.send(html)
  return res.set('Content-Encoding', encoding).send(await compressors[encoding](html))
}
