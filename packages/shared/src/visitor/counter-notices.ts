import { z } from 'zod'
import { contract } from '../contract.ts'
import { COUNTER_NOTICE_MAX, TAKEDOWN_MAX } from '../limits.ts'
import { confirmed, line, text } from './takedowns.ts'

/** `open`: no counter-notice yet. `waiting`: not decided again yet. `rejected`: the claim was rejected. */
export const noticeStates = ['open', 'waiting', 'upheld', 'rejected'] as const

/** Tells an uploader that a takedown removed an item. The token allows a counter-notice without a session. */
export const takedownNotice = z
  .object({
    token: z.string(),
    takedownId: z.number(),
    originalName: z.string(),
    removedAt: z.iso.datetime({ offset: true }),
    state: z.enum(noticeStates),
  })
  .meta({ id: 'TakedownNotice' })
export type TakedownNotice = z.infer<typeof takedownNotice>

const NAME = { what: 'Your name', required: 'Enter your name' }
const STATEMENT = { what: 'Your statement', required: 'Explain why the removal was a mistake' }

export const counterNoticeForm = z.object({
  name: line(NAME, TAKEDOWN_MAX.line).min(1, NAME.required),
  statement: text(STATEMENT, COUNTER_NOTICE_MAX).min(10, STATEMENT.required),
  consent: confirmed('You must confirm this'),
})

const params = z.object({ token: z.string().regex(/^[1-9]\d{0,14}-[1-9]\d{0,14}-[\w-]{32}$/, 'Not a valid link') })

export const showNotice = contract({
  method: 'GET',
  path: '/api/counter-notices/:token',
  params,
  response: takedownNotice,
  errors: ['not_found'],
})

/** Reopens a resolved request, and e-mails the complainant. 409 `conflict` if the item has a counter-notice. */
export const fileCounterNotice = contract({
  method: 'POST',
  path: '/api/counter-notices/:token',
  params,
  body: counterNoticeForm,
  status: 204,
  errors: ['not_found', 'conflict'],
})
