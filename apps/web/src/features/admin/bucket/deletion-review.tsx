import { count, counted } from '@hotvote/shared/counted'
import { type Deletable, stayingCopies } from './deletable.ts'
import { FilePicture } from './file-picture.tsx'

/** Pictures that one question shows. */
const PICTURES_MAX = 1000

/** The files that go, those together of which the same copy stays. */
function sharingCopies(files: Deletable[], staysOf: ReturnType<typeof stayingCopies>) {
  const groups = new Map<string, { stays: Deletable | undefined; goes: Deletable[] }>()
  for (const file of files) {
    const stays = staysOf(file)
    const group = groups.get(stays?.key ?? '')
    if (group) group.goes.push(file)
    else groups.set(stays?.key ?? '', { stays, goes: [file] })
  }
  return [...groups.values()]
}

/** What a deletion takes, to be looked at before it; of a duplicate the copy that stays stands beside it. */
export function DeletionReview({ files }: { files: Deletable[] }) {
  const pictured = files.filter(({ picture }) => picture)
  if (pictured.length === 0) return null
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
      tabIndex={0}
      aria-label="What will be deleted"
      className="mt-4 flex max-h-[50vh] flex-col gap-3 overflow-y-auto rounded-control border border-line p-3"
    >
      {sharingCopies(pictured.slice(0, PICTURES_MAX), stayingCopies(files)).map(({ stays, goes }) => (
        <ul key={stays?.key ?? ''} className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
          {stays && <Tile file={stays} says="Stays" tone="bg-black/70" />}
          {goes.map((file) => (
            <Tile key={file.key} file={file} says="Goes" tone="bg-danger" />
          ))}
        </ul>
      ))}
      {pictured.length > PICTURES_MAX && (
        <p className="text-mute">and {count(pictured.length - PICTURES_MAX)} more files</p>
      )}
    </section>
  )
}

function Tile({ file: { key, item, picture }, says, tone }: { file: Deletable; says: string; tone: string }) {
  return (
    <li className="relative min-w-0 text-sm">
      {picture && <FilePicture file={picture} className="rounded-md" />}
      <span className={`absolute top-1.5 left-1.5 rounded-full px-2 py-0.5 text-xs font-semibold text-white ${tone}`}>
        {says}
      </span>
      <p className="mt-1 truncate font-medium" title={key}>
        {item?.name ?? key}
      </p>
      <p className="text-mute">{item ? counted(item.votes, 'vote') : 'No item'}</p>
    </li>
  )
}
