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

const newDraft = () => ({ /** The same for each attempt to send it. */ key: randomId(), isSent: false })

/** The request that is being written: it stays while somebody moves about, and until it is sent. */
export const draft = store(newDraft())

/** In the memory of the document alone: the storage of the browser is shared with the code of ads. */
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

/** The request with this key has arrived. */
export function noteSent(key: string) {
  if (draft.get().key !== key) return
  keepTyped(empty)
  draft.set({ key, isSent: true })
}

/** The screen is there until the answer is called: then the next request begins, if this one was sent. */
export function openDraft() {
  isOnScreen = true
  return () => {
    isOnScreen = false
    if (draft.get().isSent) forget()
  }
}

losesWithPage(isBegun)
keepFromAds(isBegun)
// Somebody else finds nothing of it. What is on the screen is in plain sight, and may be of who logged in just now.
const forgetUnseen = () => {
  if (!isOnScreen) forget()
}
onVisitEnd(forgetUnseen)
watchOtherTabs(forgetUnseen)
