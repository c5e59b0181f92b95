import { readStored, writeStored } from './browser-storage.ts'
import { store } from './store.ts'

const KEY = 'hotvote-sound'
const stored = readStored(KEY)

/** Whether films have sound, as the visitor chose last; undefined until they did. */
const choice = store<boolean | undefined>(stored === null ? undefined : stored === 'on')

export const useSoundChoice = choice.use

export function chooseSound(isOn: boolean) {
  writeStored(KEY, isOn ? 'on' : 'off')
  choice.set(isOn)
}
