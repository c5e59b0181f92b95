import type { BucketFile } from '@hotvote/shared/operator/bucket'
import { Thumbnail } from '../../../ui/media/thumbnail.tsx'

type Props = { file: Pick<BucketFile, 'key' | 'url' | 'thumbnailUrl'>; className: string }

export const FilePicture = ({ file: { key, url, thumbnailUrl }, className }: Props) => (
  <span className={`block overflow-hidden ${className}`} aria-hidden>
    <Thumbnail
      item={{
        url,
        thumbnailUrl,
        mimeType: key.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg',
        placeholder: null,
        backdrop: null,
      }}
    />
  </span>
)
