import { besideTest, constant, inPage, nearby, type Place } from '../place.ts'

const web = 'apps/web/src'
const uploads = 'apps/api/src/features/uploads'
const limits = besideTest('packages/shared/src/limits.ts')
const format = besideTest(`${web}/lib/browser/format.ts`)

/** visitor.md §9: files. */
export const visitorFileConstants: Place[] = [
  constant(limits, 'Pasted image limit: 10 MB', [
    'PASTED_IMAGE_MAX_BYTES = 10 * MB',
    'PASTED_IMAGE_MAX_BYTES = 10 * MB - 1',
    'PASTED_IMAGE_MAX_BYTES = 10 * MB + 1',
  ]),
  constant(besideTest(`${web}/features/upload/pasted-files.ts`), 'Pasted image limit: 10 MB itself is taken', [
    'size > PASTED_IMAGE_MAX_BYTES',
    'size >= PASTED_IMAGE_MAX_BYTES',
    'size > PASTED_IMAGE_MAX_BYTES + 1',
    'size < PASTED_IMAGE_MAX_BYTES',
  ]),
  constant(limits, 'Pasted video limit: 20 MB', [
    'PASTED_VIDEO_MAX_BYTES = 20 * MB',
    'PASTED_VIDEO_MAX_BYTES = 20 * MB - 1',
    'PASTED_VIDEO_MAX_BYTES = 20 * MB + 1',
  ]),
  constant(besideTest(`${web}/features/upload/pasted-files.ts`), 'Pasted video limit: 20 MB itself is taken', [
    'size > PASTED_VIDEO_MAX_BYTES',
    'size >= PASTED_VIDEO_MAX_BYTES',
    'size > PASTED_VIDEO_MAX_BYTES + 1',
    'size < PASTED_VIDEO_MAX_BYTES',
  ]),
  constant(limits, 'Limit of all files: 20 MB', [
    'UPLOAD_MAX_BYTES = 20 * MB',
    'UPLOAD_MAX_BYTES = 20 * MB - 1',
    'UPLOAD_MAX_BYTES = 20 * MB + 1',
  ]),
  constant(inPage('features/upload/use-upload-zone.ts', 'upload-failures'), 'Drop zone: 20 MB for all files', [
    'maxSize: UPLOAD_MAX_BYTES',
    'maxSize: UPLOAD_MAX_BYTES - 1',
    'maxSize: UPLOAD_MAX_BYTES + 1',
  ]),
  constant(
    {
      file: 'apps/api/src/http/upload.ts',
      tests: [`${uploads}/uploads.test.ts`, `${uploads}/refused-uploads.test.ts`],
    },
    'Limit of all files: 20 MB on the server',
    ['fileSize: UPLOAD_MAX_BYTES', 'fileSize: UPLOAD_MAX_BYTES - 1', 'fileSize: UPLOAD_MAX_BYTES + 1'],
  ),
  constant(limits, 'Video: mp4 only', [
    "'video/mp4': ['.mp4']",
    "'video/mp4': ['.mp4', '.mov']",
    "'video/mp4': ['.mov']",
  ]),
  constant(
    { file: `${web}/features/upload/accepted-files.ts`, tests: [`${web}/features/upload/pasted-files.test.ts`] },
    'Accepted files: no other types',
    ['Object.hasOwn(ACCEPTED_TYPES, type)', "type !== ''"],
  ),
  constant(format, 'Size display: MB with 1 decimal', [
    '.toFixed(1)} MB',
    '.toFixed(0)} MB',
    '.toFixed(2)} MB',
    '.toFixed(1)} KB',
  ]),
  constant(format, 'Size display: an MB is 1024 KB', ['MEGABYTE = 1024 * 1024', 'MEGABYTE = 1000 * 1000']),
  constant(format, 'Date display: zero-padded day', nearby("padStart(2, '0')")),
  constant(format, 'Date display: dd/Mon/yyyy', [
    '/${months[day.getMonth()]}/${day.getFullYear()}',
    '-${months[day.getMonth()]}-${day.getFullYear()}',
    '/${months[day.getMonth()]}/${day.getFullYear() % 100}',
    '/${day.getMonth() + 1}/${day.getFullYear()}',
  ]),
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((month) =>
    constant(format, `Date display: ${month}`, [`'${month}'`, `'${month}.'`]),
  ),
]
