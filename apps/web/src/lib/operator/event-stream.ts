import { STREAM_HEARTBEAT_MS } from '@hotvote/shared/limits'
import { fetchFileAsOperator } from './call-as-operator.ts'

/** Milliseconds without a word after which nothing more is to be expected. */
const SILENCE_MS = 3 * STREAM_HEARTBEAT_MS

type Reader = { signal: AbortSignal; onOpen: () => void; onTopic: (topic: string) => void }

/** The lines of a body, as they arrive; `onChunk` is called before them. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, onChunk: () => void) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onChunk()
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/**
 * Reads the operator's stream of events until it ends. `EventSource` sends no `Authorization`.
 * @returns whether it ended because the login did
 * @throws what `fetchFileAsOperator` throws, and when nothing was heard for too long
 */
export async function readEvents({ signal, onOpen, onTopic }: Reader): Promise<boolean> {
  const connection = new AbortController()
  const end = () => connection.abort()
  signal.addEventListener('abort', end)
  let timer: number | undefined
  const waitAnew = () => {
    clearTimeout(timer)
    timer = window.setTimeout(end, SILENCE_MS)
  }
  waitAnew()
  try {
    const answer = await fetchFileAsOperator('/api/admin/events', connection.signal)
    if (!answer.body) return false
    onOpen()
    let isOver = false
    for await (const line of linesOf(answer.body, waitAnew)) {
      const [name = '', value = ''] = line.split(': ')
      if (name === 'event') isOver = value === 'ended'
      else if (name === 'data' && !isOver) onTopic(value)
    }
    return isOver
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
