import type { TypedTakedown } from '@hotvote/shared/visitor/takedowns'
import { randomId } from '../../lib/browser/device.ts'
import { store } from '../../lib/browser/store.ts'
import { keepFromAds } from '../../lib/session/ad-document.ts'
import { onVisitEnd } from '../../lib/session/open-session.ts'
import { watchOtherTabs } from '../../lib/session/stored-session.ts'
import { losesWithPage } from '../../lib/session/work-under-way.ts'

const empty: TypedTakedown = {
  complainantName: '',
  complainantEmail: '',
  complainantPhone: '',
  copyrightOwner: '',
  complainantAddress: '',
  workDescription: '',
  infringementDescription: '',
  infringingUrls: '',
  goodFaithStatement: false,
  accuracyStatement: false,
  electronicSignature: '',
}
export const isField = (name: string): name is keyof TypedTakedown => name in empty
const fields = Object.keys(empty).filter(isField)

const newDraft = () => ({ /** Idempotency key for all attempts. */ key: randomId(), isSent: false })

/** Draft of a takedown request; survives navigation until the request is sent. */
export const draft = store(newDraft())

/** Kept in memory only, because ad code can read the browser's storage. */
let typed = empty
let isOnScreen = false

const isBegun = () => fields.some((name) => typed[name] !== empty[name])

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

export const typedSoFar = () => typed
export function keepTyped(values: TypedTakedown) {
  typed = values
  if (isBegun()) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
}

function forget() {
  keepTyped(empty)
  draft.set(newDraft())
}

export function noteSent(key: string) {
  if (draft.get().key !== key) return
  keepTyped(empty)
  draft.set({ key, isSent: true })
}

/** Returns a function that closes the screen; a sent draft is then replaced. */
export function openDraft() {
  isOnScreen = true
  return () => {
    isOnScreen = false
    if (draft.get().isSent) forget()
  }
}

losesWithPage(isBegun)
keepFromAds(isBegun)
// The next visitor must not see a hidden draft; a visible draft may belong to that visitor.
const forgetUnseen = () => {
  if (!isOnScreen) forget()
}
onVisitEnd(forgetUnseen)
watchOtherTabs(forgetUnseen)
