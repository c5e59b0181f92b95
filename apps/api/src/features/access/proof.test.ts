import { type ErrorBody, PROOF_HEADER, type ProofChallenge } from '@hotvote/shared/contract'
import { accessDefaults } from '@hotvote/shared/visitor/access'
import { solveChallenge } from 'altcha-lib/v1'
import { beforeEach, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts } from '../../../test/app/database.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { filePart, upload } from '../../../test/make/upload.ts'
import { createProofChallenge } from './proof.service.ts'

const app = await testApp()
const save = (asksProof: boolean, on = app) =>
  operatorCall(on, 'POST /api/admin/access-config', {
    ...{ uploadsOpen: true, votingOpen: true, isReadOnly: false, unsavedUploads: 0, savedUploads: 0, asksProof },
    ...accessDefaults,
  })
const items = await newItems(app, (await quickVisitor(app)).id, 3)
const [first = 0, second = 0] = items

const vote = ({ id, cookie }: QuickVisitor, mediaId: number, proof?: string) =>
  call<ErrorBody>(app, 'POST /api/votes', {
    cookie,
    headers: proof === undefined ? {} : { [PROOF_HEADER]: proof },
    body: { userId: id, mediaId, isHot: true },
  })
const sendFile = (by: QuickVisitor, proof?: string) =>
  upload(app, { ...by, headers: proof === undefined ? {} : { [PROOF_HEADER]: proof } }, filePart('no picture'))
const encode = (solution: object) => Buffer.from(JSON.stringify(solution)).toString('base64')
const solve = async ({ maxnumber, ...challenge }: ProofChallenge) => {
  const { salt, algorithm } = challenge
  const found = await solveChallenge(challenge.challenge, salt, algorithm, maxnumber).promise
  return { ...challenge, number: found?.number ?? -1 }
}
const getChallenge = async (by: QuickVisitor) => {
  const { challenge } = expectError(await vote(by, first), 403, 'proof_required')
  if (!challenge) throw new Error('There is no challenge')
  return challenge
}

beforeEach(async () => {
  await save(true)
  await expect.poll(async () => (await vote(await quickVisitor(app), first)).status, SOON).toBe(403)
})

it('asks for no proof while the setting is off', async () => {
  await save(false)
  await expect.poll(async () => (await vote(await quickVisitor(app), first)).status, SOON).toBe(201)
  expectError(await sendFile(await quickVisitor(app)), 415)
})

it('asks for a proof before the first vote only', async () => {
  const by = await quickVisitor(app)
  const proof = encode(await solve(await getChallenge(by)))
  expect((await vote(by, first, proof)).status).toBe(201)
  expect((await vote(by, second)).status).toBe(201)
  await expectExactCounts(app.deps.db)
})

it('asks for a proof before it reads the first upload', async () => {
  const by = await quickVisitor(app)
  const { challenge } = expectError(await sendFile(by), 403, 'proof_required')
  if (!challenge) throw new Error('There is no challenge')
  expectError(await sendFile(by, encode(await solve(challenge))), 415)
})

it('asks for no proof from visitors who voted before the setting was turned on', async () => {
  await save(false)
  const by = await quickVisitor(app)
  await expect.poll(async () => (await vote(by, first)).status, SOON).not.toBe(403)
  await save(true)
  await expect.poll(async () => (await vote(await quickVisitor(app), first)).status, SOON).toBe(403)
  expect((await vote(by, second)).status).toBe(201)
  expectError(await sendFile(by), 415)
})

it('refuses two first votes at once without a proof', async () => {
  const by = await quickVisitor(app)
  const both = await Promise.all([vote(by, first), vote(by, second)])
  expect(both.map(({ status }) => status)).toEqual([403, 403])
})

it('refuses solutions that are wrong, changed, expired or of another visitor', async () => {
  const by = await quickVisitor(app)
  const solution = await solve(await getChallenge(by))
  const { salt, number } = solution
  const cut = salt.indexOf('&') + 1
  const others = await solve(await getChallenge(await quickVisitor(app)))
  const expired = await solve(await createProofChallenge(app.deps, by.id, -1000))
  const forged = [
    { ...solution, number: number + 1 },
    { ...solution, salt: salt.replace(/expires=\d+/, 'expires=9999999999') },
    { ...solution, salt: salt.slice(0, cut), number: `${salt.slice(cut)}${number}` },
    { ...solution, signature: others.signature },
    others,
    expired,
    {},
  ]
  for (const one of forged) expectError(await vote(by, first, encode(one)), 403, 'proof_required')
  for (const text of ['', 'null', '%', Buffer.from('null').toString('base64')])
    expectError(await vote(by, first, text), 403, 'proof_required')
  expect((await vote(by, first, encode(solution))).status).toBe(201)
})

it('refuses to ask for proofs on a site without https', async () => {
  const plain = await testApp({ PUBLIC_URL: 'http://hot.example' })
  expectError(await save(true, plain), 400, 'invalid_request')
  expect((await save(false, plain)).status).toBe(200)
})
