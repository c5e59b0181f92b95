import { type ProofChallenge, proofChallenge } from '@hotvote/shared/contract'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Db } from '../../platform/db/client.ts'
import { users } from '../../platform/db/schema/index.ts'
import { IS_NEW } from '../voting/user-votes.sql.ts'

/** Maximum number of hashes per solution. The average is half as many, about a second on a phone. */
const MAX_HASHES = 50_000
/** Milliseconds. */
const LIFETIME = 10 * 60_000

type Secret = { config: Pick<Deps['config'], 'secret'> }

/** Separate key, so a challenge signature never passes as a cookie signature. */
const getKey = ({ config }: Secret) => `proof of work, ${config.secret}`

/** Binds the challenge to one visitor, so the server needs no list of used solutions. */
export const createProofChallenge = async (
  deps: Secret,
  userId: number,
  lifetime = LIFETIME,
): Promise<ProofChallenge> =>
  proofChallenge.parse({
    ...(await createChallenge({
      hmacKey: getKey(deps),
      maxnumber: MAX_HASHES,
      expires: new Date(Date.now() + lifetime),
      params: { user: String(userId) },
    })),
  })

/** `number` must be an integer, because a string could contain parts of the salt. */
const solution = proofChallenge.omit({ maxnumber: true }).extend({ number: z.int().min(0) })

/** Returns false if the solution is missing, wrong, expired or meant for another visitor. */
export const isProven = async (deps: Secret, userId: number, header: string | undefined): Promise<boolean> => {
  if (header === undefined) return false
  try {
    const given = solution.parse(JSON.parse(atob(header)))
    return extractParams(given).user === String(userId) && (await verifySolution(given, getKey(deps)))
  } catch {
    return false
  }
}

export const proofRequired = async (deps: Secret, userId: number) =>
  new AppError('proof_required', "Your browser couldn't finish a short check. Reload the page and try again.", {
    challenge: await createProofChallenge(deps, userId),
  })

/** @throws {AppError} `proof_required` with a challenge */
export const requireProof = async (deps: Secret & { db: Db }, userId: number, header: string | undefined) => {
  if (await isProven(deps, userId, header)) return
  const isNew = deps.db.orm.$count(users, and(eq(users.id, userId), sql.raw(IS_NEW)))
  if ((await isNew) > 0) throw await proofRequired(deps, userId)
}
