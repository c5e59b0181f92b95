import { z } from 'zod'
import { contract } from './contract.ts'

export const apiDescription = contract({
  method: 'GET',
  path: '/api/openapi.json',
  response: z.looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string() }),
    paths: z.looseObject({}),
  }),
  revalidate: true,
})
