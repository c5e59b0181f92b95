import type { RatingItem } from '@hotvote/shared/rating'

/** A photo that tests of the stage show. */
export const ratingItem = (id: number): RatingItem => ({
  id,
  url: `/media/${id}.jpg`,
  displayUrl: `/media/${id}-display.webp`,
  srcset: null,
  thumbnailUrl: null,
  mimeType: 'image/jpeg',
  width: 3,
  height: 2,
  placeholder: null,
  backdrop: null,
  hasSound: null,
  uploadedBy: 'SunnyOtter42',
  userHasVoted: false,
  totalVotes: 3,
  hotPercentage: 67,
  notPercentage: 33,
})
