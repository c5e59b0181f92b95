import { Search } from 'lucide-react'
import { TextField } from './field.tsx'

type Props = { label: string; placeholder: string; value: string; onChange: (value: string) => void }

/** What is looked for in a list. */
export const SearchField = ({ label, placeholder, value, onChange }: Props) => (
  <div className="relative">
    <TextField
      label={label}
      type="search"
      maxLength={200}
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="pl-10!"
    />
    <Search aria-hidden className="pointer-events-none absolute bottom-3.5 left-3.5 size-5 text-mute" />
  </div>
)
