import { readdirSync } from 'node:fs'
import type { Contract } from '@hotvote/shared/contract'

const SHARED = new URL('../../../../packages/shared/src/', import.meta.url)
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

export const allContracts = async () => {
  const files = readdirSync(SHARED, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('.test.'),
  )
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, SHARED).href)))
  const exported = modules.flatMap((module) => Object.values(module))
  return exported.flatMap((value) => [value, ...Object.values(value ?? {})]).filter(isContract)
}
