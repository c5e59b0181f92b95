// Scores pictures for HotVote with the model that nsfwjs brings (docs/screening.md).
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import * as tf from '@tensorflow/tfjs'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import jpeg from 'jpeg-js'
import { load } from 'nsfwjs'

const { SCREENING_SECRET, PORT = '8080' } = process.env
if (!SCREENING_SECRET) throw new Error('Set SCREENING_SECRET to that of HotVote')
setWasmPaths(fileURLToPath(new URL('./node_modules/@tensorflow/tfjs-backend-wasm/dist/', import.meta.url)))
await tf.setBackend('wasm')
const model = await load('MobileNetV2')

const isSigned = ({ headers }, body) => {
  const [time, type, given = ''] = ['timestamp', 'mime-type', 'signature'].map((name) => headers[`x-hotvote-${name}`])
  const wanted = createHmac('sha256', SCREENING_SECRET).update(`${time}.${type}.`).update(body).digest('hex')
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300
  return isFresh && given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
}

const classify = async (body) => {
  const { width, height, data } = jpeg.decode(body, { useTArray: true, formatAsRGBA: false, maxResolutionInMP: 1 })
  const picture = tf.tensor3d(data, [height, width, 3], 'int32')
  const classes = await model.classify(picture).finally(() => picture.dispose())
  const found = Object.fromEntries(classes.map(({ className, probability }) => [className.toLowerCase(), probability]))
  const labels = Object.keys(found).filter((name) => name !== 'neutral' && found[name] >= 0.2)
  return { score: Math.min(1, found.porn + found.hentai + found.sexy / 2), labels }
}

createServer(async (req, res) => {
  const body = await buffer(req).catch(() => Buffer.alloc(0))
  const answer = isSigned(req, body) ? await classify(body).catch(() => undefined) : undefined
  res.writeHead(answer ? 200 : 400, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer ?? {}))
}).listen(Number(PORT), () => process.stdout.write(`Screening on http://127.0.0.1:${PORT}\n`))
