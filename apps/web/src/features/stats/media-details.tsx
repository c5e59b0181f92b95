import { count } from '@hotvote/shared/counted'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { MediaStats } from '@hotvote/shared/visitor/stats'
import { Trash2 } from 'lucide-react'
import { date, mediaLabel, megabytes } from '../../lib/browser/format.ts'
import { SplitBar } from '../../ui/data/split-bar.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ShareButton } from '../../ui/forms/share-button.tsx'
import { ItemFacts, MediaDialog } from '../../ui/overlays/media-dialog.tsx'
import { MissingVotes } from './missing-votes.tsx'
import { votesPerDayQuery } from './stats.api.ts'
import { VotesPlot } from './votes-plot.tsx'

type Props = { item: MediaStats; onClose: () => void; onDelete: (item: MediaStats, shownVotes: number) => void }

/** Details of one item (`visitor.md §2`). */
export function MediaDetails({ item, onClose, onDelete }: Props) {
  return (
    <MediaDialog item={item} onClose={onClose}>
      {item.isWaiting && (
        <p className="mb-4 text-warn-ink">
          <strong>Waiting for review.</strong> This looks like content that was removed before, so we'll review it
          first.
        </p>
      )}
      {item.isHidden && (
        <p className="mb-4 text-warn-ink">
          <strong>Under review.</strong> Visitors reported this, so it's hidden until we've checked it. Votes are kept.
        </p>
      )}
      <ItemFacts
        facts={[
          ['Views', count(item.totalViews)],
          ['Votes', count(item.totalVotes)],
          ['Hot', `${item.hotPercentage}%`],
          ['Not', `${item.notPercentage}%`],
          ['Type', mediaLabel(item.mimeType)],
          ['Size', megabytes(item.size)],
          ['Pixels', `${item.width} × ${item.height}`],
          ['Uploaded', date(item.uploadedAt)],
        ]}
      />
      <SplitBar tally={item} className="mt-4 h-2.5" />
      <MissingVotes tally={item} />
      <VotesPlot title={`Votes over the last ${PLOT_DAYS} days`} query={votesPerDayQuery(item.id)} className="mt-5" />
      {!item.isWaiting && !item.isHidden && (
        <ShareButton id={item.id} className="mt-5 w-full">
          Share {mediaLabel(item.mimeType).toLowerCase()}
        </ShareButton>
      )}
      <Button className="mt-3 w-full text-danger-ink!" onClick={() => onDelete(item, item.totalVotes)}>
        <Trash2 aria-hidden className="size-4.5" /> Delete {mediaLabel(item.mimeType).toLowerCase()}
      </Button>
    </MediaDialog>
  )
}
