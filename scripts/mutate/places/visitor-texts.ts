import { bare, constant, type Place, quoted } from '../place.ts'

const web = 'apps/web/src'
const e2e = 'apps/web/e2e'

/** visitor.md §8, in its order: what every failed call says, toasts, rows of uploads, the link's errors, the location's. */
export const visitorTexts: Place[] = [
  ...[
    constant(
      { file: `${web}/lib/call-error.ts`, tests: [`${web}/lib/call-error.test.ts`] },
      'An error is the status code, a colon and a space, then the body or the status text',
      ['`${status}: ${body || statusText}`', '`${status}:${body || statusText}`', '`${status}: ${body}`'],
    ),
    constant(
      { file: `${web}/lib/call-error.ts`, tests: [`${web}/lib/call-error.test.ts`] },
      'A toast says the server’s message, or else its own text',
      ['&& error.text ? error.text : fallback', '&& error.text ? fallback : fallback', '? error.text : fallback'],
    ),
  ],
  ...quoted(
    { file: `${web}/features/rate/rate.api.ts`, tests: [`${e2e}/rate-failures.spec.ts`] },
    'Vote Failed',
    'Failed to submit vote',
  ),
  ...quoted(
    { file: `${web}/features/upload/uploads.ts`, tests: [`${e2e}/upload.spec.ts`] },
    'Upload Successful',
    'Your media has been uploaded successfully!',
  ),
  ...quoted(
    { file: `${web}/features/stats/stats.api.ts`, tests: [`${e2e}/stats-failures.spec.ts`] },
    'Delete Failed',
    'Failed to delete media',
  ),
  ...quoted(
    { file: `${web}/features/stats/stats.api.ts`, tests: [`${e2e}/stats.spec.ts`] },
    'Media Deleted',
    'Your media has been successfully deleted.',
  ),
  ...quoted(
    { file: `${web}/features/profile/profile.api.ts`, tests: [`${e2e}/profile.spec.ts`] },
    'Update Failed',
    'Failed to update profile',
    'Profile Updated',
  ),
  ...quoted(
    { file: `${web}/lib/magic-link.ts`, tests: [`${e2e}/profile-email.spec.ts`] },
    'Check your email for a secure login link to save your account.',
  ),
  ...magicLinkTitles(),
  ...quoted(
    { file: `${web}/lib/magic-link.ts`, tests: [`${e2e}/save-account.spec.ts`] },
    'Check your email for a secure login link.',
    'Failed to Send Magic Link',
    'Please try again later.',
  ),
  ...quoted(
    { file: `${web}/lib/magic-link.ts`, tests: [`${e2e}/save-hint.spec.ts`] },
    'Session Error',
    'No valid session found.',
    'Account Saved!',
    'Check your email for a secure link to verify and complete your account setup.',
    'Error',
    'Failed to save account',
  ),
  ...quoted(
    { file: `${web}/features/account/account.api.ts`, tests: [`${e2e}/welcome-back.spec.ts`] },
    'Login Link Sent!',
    'Check your email for a secure login link to access your existing account.',
    'Failed to Send Login Link',
    'Please check your email address and try again.',
  ),
  ...quoted(
    { file: `${web}/features/email-capture/email-capture.api.ts`, tests: [`${e2e}/email-capture.spec.ts`] },
    'Error',
    'Failed to save email address',
    'Thanks for your email!',
    "We'll keep you updated on new features and exciting content.",
  ),
  ...quoted(
    { file: `${web}/features/upload/use-page-paste.ts`, tests: [`${e2e}/upload-failures.spec.ts`] },
    'Invalid File',
  ),
  ...quoted(
    { file: `${web}/features/upload/pasted-files.ts`, tests: [`${web}/features/upload/pasted-files.test.ts`] },
    'Image files must be under 10MB',
    'Video files must be under 20MB',
  ),
  ...quoted(
    { file: `${web}/features/profile/update-form.tsx`, tests: [`${e2e}/profile.spec.ts`] },
    'Username Unavailable',
    'Please choose a different username.',
    'No Changes',
    'No changes were made to your profile.',
  ),
  ...quoted(
    { file: `${web}/features/takedown/takedown.api.ts`, tests: [`${e2e}/takedown.spec.ts`] },
    'Submission failed',
    'Failed to submit DMCA takedown',
    'DMCA takedown submitted',
    'Your takedown request has been submitted and will be reviewed by our team.',
  ),
  ...quoted(
    { file: `${web}/lib/arrival.ts`, tests: [`${e2e}/account-links.spec.ts`] },
    'Welcome back!',
    "You've successfully logged in to your saved account.",
    'Verification Error',
    'Invalid or expired magic link',
    'Magic link has expired',
    'User verification failed',
    'Account verification failed',
    'Something went wrong',
  ),
  ...['invalid-token', 'expired-token', 'invalid-user', 'verification-failed'].map((value) =>
    constant(
      { file: `${web}/lib/arrival.ts`, tests: [`${e2e}/account-links.spec.ts`] },
      `the value ${value} of a link’s error`,
      [`'${value}'`, `'${value}-'`],
    ),
  ),
  ...quoted(
    { file: `${web}/features/upload/upload.api.ts`, tests: [`${web}/features/upload/upload.api.test.ts`] },
    'Upload failed',
  ),
  ...bare(
    { file: `${web}/features/upload/upload.api.ts`, tests: [`${web}/features/upload/upload.api.test.ts`] },
    'Upload failed with status ${status}',
  ),
  ...quoted(
    { file: `${web}/features/upload/upload-queue.ts`, tests: [`${web}/features/upload/upload-queue.test.ts`] },
    'Upload failed',
  ),
  constant(
    { file: `${web}/features/upload/upload.api.ts`, tests: [`${web}/features/upload/upload.api.test.ts`] },
    'A row of an upload says the server’s message when there is one',
    ['${status}` : message', '${status}` : `${message}~`'],
  ),
  ...quoted(
    { file: `${web}/features/upload/upload.api.ts`, tests: [`${e2e}/upload-failures.spec.ts`] },
    'Network error during upload',
  ),
  ...quoted(
    {
      file: `${web}/features/profile/current-position.ts`,
      tests: [`${e2e}/location.spec.ts`],
    },
    'Geolocation is not supported by this browser',
    'Location access denied by user',
    'Location information unavailable',
    'Location request timed out',
    'Failed to get location',
  ),
  constant(
    { file: `${web}/features/rate/stage-image.tsx`, tests: [`${e2e}/rate-failures.spec.ts`] },
    'A failed image on the rate screen is skipped',
    ['onError={onFail}', ''],
  ),
  constant(
    { file: `${web}/features/rate/stage-video.tsx`, tests: [`${e2e}/rate-failures.spec.ts`, `${e2e}/stage.spec.ts`] },
    'A failed video on the rate screen is skipped',
    ['onError={onFail}', ''],
  ),
]

/** The same title stands over both texts about a link that was sent. */
function magicLinkTitles(): Place[] {
  const file = `${web}/lib/magic-link.ts`
  const title = (text: string) => `title: 'Magic Link Sent!', description: '${text}`
  const changed = (text: string) => `title: 'Magic Link Sent!~', description: '${text}`
  const menu = 'Check your email for a secure login link.'
  const profile = 'Check your email for a secure login link to save'
  return [
    constant({ file, tests: [`${e2e}/save-account.spec.ts`] }, 'Magic Link Sent! (menu)', [title(menu), changed(menu)]),
    constant({ file, tests: [`${e2e}/profile-email.spec.ts`] }, 'Magic Link Sent! (profile)', [
      title(profile),
      changed(profile),
    ]),
  ]
}
