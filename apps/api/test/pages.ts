import { operatorCall } from './operator.ts'

/** Follows a list of the operator from page to page by its `Link` headers. */
export const allPages = async <Entry>(app: { baseUrl: string }, path: string) => {
  const entries: Entry[] = []
  const totals: number[] = []
  let next: string | undefined = path
  while (next) {
    const reply: Awaited<ReturnType<typeof operatorCall<Entry[]>>> = await operatorCall<Entry[]>(app, `GET ${next}`)
    if (reply.status !== 200) throw new Error(`${next}: ${reply.status} ${reply.text}`)
    entries.push(...reply.body)
    totals.push(Number(reply.headers['x-total-count']))
    next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1]
  }
  return { entries, totals }
}
