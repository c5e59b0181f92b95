export * from './media.ts'
export * from './rate-limits.ts'
export * from './rating.ts'
export * from './users.ts'
