import { RefreshCw } from 'lucide-react'
import { Button } from './button.tsx'

export const RefreshButton = ({ onClick, isBusy }: { onClick: () => void; isBusy: boolean }) => (
  <Button onClick={onClick} isBusy={isBusy}>
    <RefreshCw aria-hidden className="size-4" />
    Refresh
  </Button>
)
