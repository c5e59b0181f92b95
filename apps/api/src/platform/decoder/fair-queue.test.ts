import { expect, it } from 'vitest'
import { createFairQueue } from './decoder-pool.ts'

const heldQueue = (parallel: number, waiting = 100) => {
  const queue = createFairQueue(parallel, waiting)
  const started: string[] = []
  const held = new Map<string, () => void>()
  const add = (network: string, name: string) =>
    queue(network, () => {
      started.push(name)
      return new Promise<void>((end) => held.set(name, end))
    })
  const settled = () => new Promise(setImmediate)
  const end = async (name: string) => {
    held.get(name)?.()
    await settled()
  }
  return { add, end, started, settled }
}

it('reserves one place for other networks', async () => {
  const { add, settled, started } = heldQueue(3)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name)
  await settled()
  expect(started).toEqual(['a1', 'a2'])
  void add('b', 'b1')
  await settled()
  expect(started).toEqual(['a1', 'a2', 'b1'])
})

it('serves networks in turn when there is one place', async () => {
  const { add, end, settled, started } = heldQueue(1)
  for (const name of ['a1', 'a2', 'a3']) void add('a', name)
  void add('b', 'b1')
  await settled()
  for (const name of ['a1', 'a2', 'b1']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('frees the place of a task that fails', async () => {
  const queue = createFairQueue(1, 1)
  await expect(queue('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(queue('a', () => Promise.resolve(1))).resolves.toBe(1)
})

it('refuses a task when the queue is full', async () => {
  const { add, settled } = heldQueue(1, 1)
  void add('a', 'a1')
  void add('a', 'a2')
  await settled()
  await expect(add('b', 'b1')).rejects.toMatchObject({ code: 'unavailable' })
})
