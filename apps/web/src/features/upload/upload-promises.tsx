import { ChartColumn, MapPinOff, Trash2 } from 'lucide-react'

const promises = [
  { icon: MapPinOff, title: 'Location removed', text: 'We remove location and camera details from every file.' },
  {
    icon: ChartColumn,
    title: "See how it's doing",
    text: 'Follow views, votes and Hot % in My Stats.',
  },
  { icon: Trash2, title: 'Delete any time', text: 'Remove an upload whenever you like.' },
]

export const UploadPromises = () => (
  <ul className="grid gap-4 px-1 lg:grid-cols-3 lg:gap-5">
    {promises.map(({ icon: Icon, title, text }) => (
      <li key={title} className="flex gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-control bg-raised text-hot-ink">
          <Icon aria-hidden className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 className="text-[0.9375rem] font-semibold tracking-normal">{title}</h2>
          <p className="mt-0.5 text-pretty text-sm text-mute">{text}</p>
        </div>
      </li>
    ))}
  </ul>
)
