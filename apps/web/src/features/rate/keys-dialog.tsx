import * as Dialog from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { areLettersOn, setLettersOn } from './letter-keys.ts'

const keys: [keys: string[], does: string][] = [
  [['→', 'H'], 'Hot'],
  [['←', 'N'], 'Not'],
  [['S', 'Space'], 'Skip this photo'],
  [['Enter'], 'Open full screen'],
  [['Esc'], 'Close'],
  [['?'], 'These keys'],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  useCloseOnBack(onClose)
  const [lettersOn, setOn] = useState(areLettersOn)
  const change = (isOn: boolean) => {
    setLettersOn(isOn)
    setOn(isOn)
  }
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-40 m-auto h-fit w-[min(24rem,calc(100%-2rem))] animate-appear rounded-card border border-line bg-panel p-5 shadow-soft"
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="text-lg">Keyboard shortcuts</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="-m-2 grid size-11 place-items-center rounded-control text-mute hover:bg-raised"
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5">
            {keys.map(([names, does]) => (
              <div key={does} className="col-span-2 grid grid-cols-subgrid">
                <dt className="flex gap-1.5">
                  {names.map((name) => (
                    <kbd key={name} className="rounded-md border border-edge px-2 font-sans text-sm font-semibold">
                      {name}
                    </kbd>
                  ))}
                </dt>
                <dd className="text-mute">{does}</dd>
              </div>
            ))}
          </dl>
          <label className="mt-4 flex min-h-11 items-center gap-3 border-t border-line pt-3">
            <input
              type="checkbox"
              checked={lettersOn}
              onChange={(event) => change(event.target.checked)}
              className="size-5 accent-hot"
            />
            Use single letters
          </label>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
