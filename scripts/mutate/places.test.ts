import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemOf } from './clone.ts'
import { mutations, sections } from './places.ts'

const root = join(import.meta.dirname, '../..')
const places = Object.values(sections).flat()

test('each place stands exactly once in the sources', () => {
  expect(places.flatMap((place) => problemOf(root, place) ?? [])).toEqual([])
})

test('the tests that should notice a change are there', () => {
  const files = new Set(places.flatMap(({ tests }) => tests))
  expect([...files].filter((file) => !/[.](test|spec)[.]ts$/.test(file) || !existsSync(join(root, file)))).toEqual([])
  expect(places.filter(({ tests }) => tests.length === 0).map(({ row }) => row)).toEqual([])
})

test('each mutation changes something and is listed once', () => {
  expect(mutations.filter((mutation) => mutation.with === mutation.find).map(({ name }) => name)).toEqual([])
  const keys = mutations.map(({ key }) => key)
  expect(mutations.filter(({ key }, index) => keys.indexOf(key) !== index).map(({ name }) => name)).toEqual([])
  expect(places.filter(({ replace }) => replace.length === 0).map(({ row }) => row)).toEqual([])
})
