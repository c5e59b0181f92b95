import { join } from 'node:path'
import type { Variant } from '../domain/media-keys.ts'

/** Where a variant's file lies in the folder of its job. */
export const variantPath = (folder: string, variant: Variant): string => join(folder, variant)
