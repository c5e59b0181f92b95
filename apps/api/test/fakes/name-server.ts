import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterUse } from '../app/after-use.ts'

const TYPES = { 1: 'A', 15: 'MX', 28: 'AAAA' } as const
const CODES = { fine: 0, 'server failure': 2, 'no such name': 3, refused: 5 } as const

/** Records, an error or silence. */
type Entry = { MX?: string[]; A?: string } | Exclude<keyof typeof CODES, 'fine'> | 'silence'

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])

const question = (query: Buffer) => {
  const labels: string[] = []
  let offset = 12
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  const type = TYPES[query.readUInt16BE(offset + 1) as keyof typeof TYPES]
  return { name: labels.join('.').toLowerCase(), type, bytes: query.subarray(12, offset + 5) }
}

/** A DNS record (RFC 1035 §4.1.3) for the name in the question. */
const record = (type: number, data: Buffer) => {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const recordsOf = (entry: Entry, type: string | undefined) => {
  if (typeof entry === 'string') return []
  if (type === 'MX')
    return (entry.MX ?? []).map((host) => record(15, Buffer.concat([Buffer.from([0, 0]), nameBytes(host)])))
  return type === 'A' && entry.A ? [record(1, Buffer.from(entry.A.split('.').map(Number)))] : []
}

const answerTo = (query: Buffer, bytes: Buffer, { code, records }: { code: number; records: Buffer[] }) => {
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8580 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, bytes, ...records])
}

export const openNameServer = async (names: Record<string, Entry>) => {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, bytes } = question(query)
    questions.push(`${type} ${name}`)
    const entry = names[name] ?? 'no such name'
    if (entry === 'silence') return
    const code = typeof entry === 'string' ? CODES[entry] : CODES.fine
    socket.send(answerTo(query, bytes, { code, records: recordsOf(entry, type) }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  afterUse(() => socket.close())
  return {
    /** Address and port. */
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    questions,
  }
}
