import type { MediaFacts } from '@hotvote/shared/media-facts'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { isVideo } from '../../lib/browser/format.ts'
import { useObjectUrl } from '../../lib/browser/hooks.ts'
import { trashedPictureQuery } from '../../lib/operator/trashed-picture.ts'
import { PlaceholderImage } from './placeholder-image.tsx'
import { PlayIcon, thumbnailClass, Unavailable, useNearViewport } from './thumbnail.tsx'
import { VideoStill } from './video-player.tsx'

type Props = {
  item: Pick<MediaFacts, 'id' | 'mimeType' | 'placeholder' | 'backdrop'> & { size: number }
  isPlaying?: boolean
}

/** Bytes. A page of larger videos would take too long to load. */
const STILL_MAX = 5 * 1024 * 1024

/** Thumbnail of a waiting or trashed item. Videos show their first frame; large videos load only when played. */
export function PrivateThumbnail({ item, isPlaying = false }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  const isFilm = isVideo(item.mimeType)
  const isLight = !isFilm || item.size <= STILL_MAX
  const isNear = useNearViewport(box)
  const { data, isError } = useQuery(
    trashedPictureQuery(item.id, isPlaying || (isNear && isLight), isFilm ? 'original' : 'thumbnail'),
  )
  return (
    <span ref={box} data-backdrop={item.backdrop} className={thumbnailClass.frame}>
      {item.placeholder && <PlaceholderImage thumbhash={item.placeholder} className={thumbnailClass.placeholder} />}
      {data && (isFilm ? <Film file={data} isPlaying={isPlaying} /> : <Picture file={data} />)}
      {isFilm && !isPlaying && <PlayIcon />}
      {isError && <Unavailable mimeType={item.mimeType} />}
    </span>
  )
}

function Picture({ file }: { file: Blob }) {
  const image = useRef<HTMLImageElement>(null)
  // Set `src` directly. State would render each picture twice, and React stops after 50 such updates.
  useLayoutEffect(() => {
    const url = URL.createObjectURL(file)
    image.current?.setAttribute('src', url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return <img ref={image} alt="" decoding="async" className={thumbnailClass.picture} />
}

function Film({ file, isPlaying }: { file: Blob; isPlaying: boolean }) {
  const url = useObjectUrl(file)
  return url && <VideoStill url={url} isPlaying={isPlaying} className={thumbnailClass.picture} />
}
