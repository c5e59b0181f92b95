import type { MediaFacts } from './media-facts.ts'

type Picture = Pick<MediaFacts, 'displayUrl' | 'srcset' | 'width' | 'height'>

/** Returns the image attributes for the stage. The sizes must match `.stage` in `stage.css`. */
export const stagePicture = ({ displayUrl, srcset, width, height }: Picture) => {
  if (srcset === null) return { src: displayUrl }
  const shape = (width / height).toFixed(4)
  const onPhone = `min(100vw, max(150px, 55svh - 10px) * ${shape})`
  const onWide = `min(100vw - 48px, max(300px, 100svh - 190px) * ${shape})`
  return { sizes: `(min-width: 768px) ${onWide}, ${onPhone}`, srcSet: srcset, src: displayUrl }
}
