import { useState } from 'react'
import { areLettersOn, setLettersOn } from '../lib/browser/letter-keys.ts'
import { Checkbox } from './checkbox.tsx'

/** Beside the keys of a screen. */
export function LetterKeysCheckbox() {
  const [isOn, setOn] = useState(areLettersOn)
  const change = (next: boolean) => {
    setLettersOn(next)
    setOn(next)
  }
  return <Checkbox label="Use single letters" checked={isOn} onChange={({ target }) => change(target.checked)} />
}
