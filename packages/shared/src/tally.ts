import type { Tally } from './visitor/rating.ts'

/** Computes the percentages, which add up to 100 or are both 0 if there are no votes. */
export const toTally = (hot: number, not: number): Tally => {
  const totalVotes = hot + not
  const hotPercentage = totalVotes === 0 ? 0 : Math.round((100 * hot) / totalVotes)
  return { totalVotes, hotPercentage, notPercentage: totalVotes === 0 ? 0 : 100 - hotPercentage }
}
