import { readStored, writeStored } from './browser-storage.ts'

const KEY = 'hotvote-letter-keys'

/** Single letters may be switched off: speech input and unsteady hands press them unawares (WCAG 2.1.4). */
export const areLettersOn = () => readStored(KEY) !== 'off'

export const setLettersOn = (isOn: boolean) => writeStored(KEY, isOn ? null : 'off')
