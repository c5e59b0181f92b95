import { LetterKeysCheckbox } from '../../ui/forms/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const keys: [keys: string[], does: string][] = [
  [['→', 'H'], 'Hot'],
  [['←', 'N'], 'Not'],
  [['Z'], 'Undo last vote'],
  [['S', 'Space'], 'Skip this photo'],
  [['Enter'], 'Open full screen'],
  [['+', '−', '0'], 'Zoom in full screen'],
  [['Shift ←↑↓→'], 'Pan while zoomed in'],
  [['R'], 'Report this photo'],
  [['Esc'], 'Close'],
  [['?'], 'Show shortcuts'],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} className="w-[min(24rem,calc(100%-2rem))]">
      <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5">
        {keys.map(([names, does]) => (
          <div key={does} className="col-span-2 grid grid-cols-subgrid items-center">
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
      <div className="mt-4 border-t border-line pt-1">
        <LetterKeysCheckbox />
      </div>
    </Dialog>
  )
}
