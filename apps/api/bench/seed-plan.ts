export type Size = { users: number; media: number; votes: number }

export type Place = Size & { firstUser: number; firstMedia: number; firstPosition: number }

/** Seeded votes spread over more days than any plot of the site shows. */
const DAYS = 400
/** Fraction of users that vote. */
const VOTERS = 0.7
const STRIDES = [1_000_003, 999_983, 7919, 6007, 4001]

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
/** A stride coprime to `count` visits every number before repeating one. */
const strideOver = (count: number) => STRIDES.find((stride) => divisor(stride, count) === 1) ?? 1

/** Deterministic pseudo-random number from 0 to 1. */
const scattered = (n: string, salt: number) => `(((${n} + ${salt}) * 2654435761) % 4294967296 / 4294967296.0)::float8`

const appeared = (n: string, count: number) => `now() - interval '${DAYS} days' * (1 - ${n}::float8 / ${count})`

/** Plans extra votes, because those on a voter's own items are dropped. */
const drawn = ({ users, votes }: Size) => votes + Math.ceil(votes * Math.min(0.5, 100 / users)) + (votes > 0 ? 10 : 0)
const votersOf = ({ users }: Size) => Math.max(1, Math.floor(users * VOTERS))

/** Minimum number of items, so that the busiest voter never repeats one. */
export const leastMedia = (size: Size) => Math.ceil(drawn(size) / Math.sqrt(votersOf(size)))

/** Temporary tables with the plan, so that each row is written once with its final counters. */
export const planTables = (size: Size): Record<string, string> => ({
  'planning users and media': `
SELECT setseed(0.5);
CREATE TEMP TABLE seed_users ON COMMIT DROP AS
  SELECT n, ${appeared('n', size.users)} AS created_at FROM generate_series(1, ${size.users}::bigint) n;
CREATE TEMP TABLE seed_media ON COMMIT DROP AS
  SELECT n, ${appeared('n', size.media)} AS created_at, 0.1 + 0.85 * ${scattered('n', 1)} AS hotness,
    1 + floor(power(${scattered('n', 2)}, 2) * (${size.users}::float8 * n / ${size.media} - 1))::bigint AS owner
  FROM generate_series(1, ${size.media}::bigint) n;
UPDATE seed_media SET owner = 1 WHERE owner < 1;
ANALYZE seed_users; ANALYZE seed_media`,
  'planning votes': votesPlan(size),
  'counting them': `
CREATE TEMP TABLE seed_item_counts ON COMMIT DROP AS
  SELECT item, count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS "not",
    count(*) FILTER (WHERE is_viewed) AS views
  FROM seed_votes GROUP BY item;
CREATE TEMP TABLE seed_user_counts ON COMMIT DROP AS
  SELECT voter, count(*) AS votes, count(*) FILTER (WHERE is_viewed) AS views FROM seed_votes GROUP BY voter`,
})

/** A few voters cast most votes; each walks the items in strides, so no item repeats. */
const votesPlan = (size: Size) => {
  const voters = votersOf(size)
  const upTo = (rank: string) => `floor(${drawn(size)} * sqrt(${rank}::float8 / ${voters}))::bigint`
  return `
CREATE TEMP TABLE seed_votes ON COMMIT DROP AS
WITH voter AS (
  SELECT rank, 1 + rank * ${strideOver(size.users)} % ${size.users} AS n, ${upTo('(rank + 1)')} - ${upTo('rank')} AS votes
  FROM generate_series(0, ${voters - 1}::bigint) rank),
pair AS (
  SELECT voter.n AS voter, 1 + (rank * 7919 + vote * ${strideOver(size.media)}) % ${size.media} AS item
  FROM voter, generate_series(1, voter.votes) vote),
cast_votes AS (
  SELECT pair.*, random() < hotness AS is_hot, random() < 0.25 AS is_viewed,
    greatest(seed_users.created_at, seed_media.created_at) AS since
  FROM pair JOIN seed_users ON seed_users.n = voter JOIN seed_media ON seed_media.n = item
  WHERE owner <> voter LIMIT ${size.votes})
SELECT voter, item, is_hot, is_viewed, since + random() * (now() - since) AS created_at FROM cast_votes
ORDER BY created_at`
}
