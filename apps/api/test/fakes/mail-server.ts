import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** `cut` receives the whole mail and disconnects without an answer. */
type Mode = 'ok' | 'unknown-recipient' | 'try-later' | 'cut'

/** `recipients` are those of the envelope. */
export type TakenMail = Email & { recipients: string[]; raw: string }

const REFUSALS = {
  'unknown-recipient': { text: 'No such user here', responseCode: 550 },
  'try-later': { text: 'Come back later', responseCode: 421 },
} as const

const getRefusal = (mode: Mode) =>
  mode === 'unknown-recipient' || mode === 'try-later'
    ? Object.assign(new Error(REFUSALS[mode].text), REFUSALS[mode])
    : null

export const linkIn = ({ text }: TakenMail) => {
  const link = text?.match(/https?:\/\/\S+/)?.[0]
  if (!link) throw new Error('No link in the mail')
  return link
}

const openBox = () => {
  const mails: TakenMail[] = []
  const named: string[] = []
  const handedOut = new Set<TakenMail>()
  const waiting = new Set<() => void>()
  /** Resolves as soon as `look` finds a value. */
  const found = <T>(look: () => T | undefined) =>
    new Promise<T>((done) => {
      const again = () => {
        const value = look()
        if (value === undefined) return
        waiting.delete(again)
        done(value)
      }
      waiting.add(again)
      again()
    })
  const wake = () => {
    for (const look of [...waiting]) look()
  }
  return {
    take: (mail: TakenMail) => {
      mails.push(mail)
      wake()
    },
    name: (address: string) => void named.push(address),
    /** Waits for the next unread mail, optionally to an address. */
    next: async (to?: string) => {
      const isNext = (mail: TakenMail) => !handedOut.has(mail) && (to === undefined || mail.recipients.includes(to))
      // Mark the mail as read synchronously, so that two readers never get one mail.
      return found(() => {
        const mail = mails.find(isNext)
        if (mail) handedOut.add(mail)
        return mail
      })
    },
    all: () => [...mails],
    /** All requested recipients, accepted or not. */
    recipients: () => [...named],
  }
}

const takenMail = async (raw: string, { envelope }: SMTPServerSession): Promise<TakenMail> => ({
  ...(await PostalMime.parse(raw)),
  recipients: envelope.rcptTo.map(({ address }) => address),
  raw,
})

type Meeting = { box: ReturnType<typeof openBox>; mode: () => Mode; cut: () => void }

const serverFor = ({ box, mode, cut }: Meeting) => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      box.name(address)
      done(getRefusal(mode()))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (mode() === 'cut') return cut()
        box.take(await takenMail(Buffer.concat(chunks).toString(), session))
        done()
      })
    },
  })
  server.on('error', () => undefined)
  return server
}

export const startMailServer = async (given = 0) => {
  let mode: Mode = 'ok'
  const { take, name, ...box } = openBox()
  const sockets = new Set<Socket>()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const listen = async (port: number) => {
    const made = serverFor({ box: { take, name, ...box }, mode: () => mode, cut })
    made.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    made.listen(port, '127.0.0.1')
    await once(made.server, 'listening')
    return made
  }
  let server = await listen(given)
  const { port } = server.server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      cut()
    })
  return {
    ...box,
    /** For `SMTP_URL`. */
    url: `smtp://127.0.0.1:${port}`,
    become: (next: Mode) => {
      mode = next
    },
    /** Cuts connections and refuses new ones until `comeUp`. */
    goDown: stop,
    comeUp: async () => {
      server = await listen(port)
    },
    stop,
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>
