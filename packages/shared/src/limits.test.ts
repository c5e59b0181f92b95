import { expect, test } from 'vitest'
import {
  ACCEPTED_TYPES,
  PASTED_IMAGE_MAX_BYTES,
  PASTED_VIDEO_MAX_BYTES,
  SESSION_ID_LENGTH,
  UPLOAD_MAX_BYTES,
  USERNAME_MIN,
} from './limits.ts'

test('the limits are the specified ones (visitor.md §5, §9)', () => {
  expect({
    UPLOAD_MAX_BYTES,
    PASTED_IMAGE_MAX_BYTES,
    PASTED_VIDEO_MAX_BYTES,
    SESSION_ID_LENGTH,
    USERNAME_MIN,
    extensions: Object.values(ACCEPTED_TYPES).flat(),
  }).toEqual({
    UPLOAD_MAX_BYTES: 20_971_520,
    PASTED_IMAGE_MAX_BYTES: 10_485_760,
    PASTED_VIDEO_MAX_BYTES: 20_971_520,
    SESSION_ID_LENGTH: 32,
    USERNAME_MIN: 3,
    extensions: ['.jpg', '.jpeg', '.png', '.gif', '.webp', '.mp4'],
  })
})
