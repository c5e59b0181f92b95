import { ACCEPTED_TYPES, UPLOAD_MAX_BYTES } from '@hotvote/shared/limits'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { FILES_PER_DROP, isBeyondLimit, rejectionText, tooManyText } from './accepted-files.ts'
import { uploads } from './uploads.ts'

export const useUploadZone = () =>
  useDropzone({
    accept: ACCEPTED_TYPES,
    maxSize: UPLOAD_MAX_BYTES,
    maxFiles: FILES_PER_DROP,
    getErrorMessage: rejectionText,
    onDrop: take,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
  })

function take(accepted: File[], rejections: readonly FileRejection[]) {
  const beyond = rejections.filter(({ errors }) => errors.some(isBeyondLimit))
  const others = rejections.filter((rejection) => !beyond.includes(rejection))
  const refused = others.map(({ file, errors }) => ({ file, error: errors.map((one) => one.message).join('. ') }))
  const leftOut = beyond
    .slice(0, 1)
    .map(({ file }) => ({ file, error: tooManyText(beyond.length), more: beyond.length - 1 }))
  uploads.add(accepted, [...refused, ...leftOut])
}
