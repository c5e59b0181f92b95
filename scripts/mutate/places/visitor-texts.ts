import { bare, besideTest, constant, inPage, type Place, quoted } from '../place.ts'

const web = 'apps/web/src'
const e2e = 'apps/web/e2e'
const linkFailures = {
  file: 'packages/shared/src/link-failures.ts',
  tests: [`${web}/lib/visitor/link-failure.test.ts`],
}

/** visitor.md §8, in its order: what every failed call says, toasts, rows of uploads, the link's errors, the location's. */
export const visitorTexts: Place[] = [
  ...[
    constant(
      besideTest(`${web}/lib/net/call-error.ts`),
      'An error is the status code, a colon and a space, then the body or the status text',
      ['`${status}: ${body || statusText}`', '`${status}:${body || statusText}`', '`${status}: ${body}`'],
    ),
    constant(besideTest(`${web}/lib/net/call-error.ts`), 'A toast says the server’s message, or else its own text', [
      '&& error.text ? error.text : fallback',
      '&& error.text ? fallback : fallback',
      '? error.text : fallback',
    ]),
  ],
  ...quoted(inPage('features/rate/rate.api.ts', 'rate-failures'), 'Vote Failed', 'Failed to submit vote'),
  ...quoted(
    inPage('features/upload/uploads.ts', 'upload'),
    'Upload Successful',
    'Your media has been uploaded successfully!',
  ),
  ...quoted(inPage('features/stats/stats.api.ts', 'stats-failures'), 'Delete Failed', 'Failed to delete media'),
  ...quoted(
    inPage('features/stats/stats.api.ts', 'stats'),
    'Media Deleted',
    'Your media has been successfully deleted.',
  ),
  ...quoted(
    inPage('features/profile/profile.api.ts', 'profile'),
    'Update Failed',
    'Failed to update profile',
    'Profile Updated',
  ),
  ...quoted(
    inPage('lib/visitor/magic-link.ts', 'profile-email'),
    'Check your email for a secure login link to save your account.',
  ),
  ...magicLinkTitles(),
  ...quoted(
    inPage('lib/visitor/magic-link.ts', 'save-account'),
    'Check your email for a secure login link.',
    'Failed to Send Magic Link',
    'Please try again later.',
  ),
  ...quoted(
    inPage('lib/visitor/magic-link.ts', 'save-hint'),
    'Session Error',
    'No valid session found.',
    'Account Saved!',
    'Check your email for a secure link to verify and complete your account setup.',
    'Error',
    'Failed to save account',
  ),
  ...quoted(
    inPage('features/account/account.api.ts', 'welcome-back'),
    'Login Link Sent!',
    'Check your email for a secure login link to access your existing account.',
    'Failed to Send Login Link',
    'Please check your email address and try again.',
  ),
  ...quoted(
    inPage('features/email-capture/email-capture.api.ts', 'email-capture'),
    'Error',
    'Failed to save email address',
    'Thanks for your email!',
    "We'll keep you updated on new features and exciting content.",
  ),
  ...quoted(inPage('features/upload/use-page-paste.ts', 'upload-failures'), 'Invalid File'),
  ...quoted(
    besideTest(`${web}/features/upload/pasted-files.ts`),
    'Image files must be under 10MB',
    'Video files must be under 20MB',
  ),
  ...quoted(
    inPage('features/profile/update-form.tsx', 'profile'),
    'Username Unavailable',
    'Please choose a different username.',
    'No Changes',
    'No changes were made to your profile.',
  ),
  ...quoted(
    inPage('features/takedown/takedown.api.ts', 'takedown'),
    'Submission failed',
    'Failed to submit DMCA takedown',
    'DMCA takedown submitted',
    'Your takedown request has been submitted and will be reviewed by our team.',
  ),
  ...quoted(
    inPage('lib/visitor/login-link.ts', 'account-links'),
    'Welcome back!',
    "You've successfully logged in to your saved account.",
    'Verification Error',
  ),
  ...quoted(
    linkFailures,
    'Invalid or expired magic link',
    'Magic link has expired',
    'User verification failed',
    'Account verification failed',
  ),
  ...quoted(besideTest(`${web}/lib/visitor/link-failure.ts`), 'Something went wrong'),
  ...['invalid-token', 'expired-token', 'invalid-user', 'verification-failed'].map((value) =>
    constant(linkFailures, `the value ${value} of a link’s error`, [`'${value}'`, `'${value}-'`]),
  ),
  ...quoted(besideTest(`${web}/features/upload/upload.api.ts`), 'Upload failed'),
  ...bare(besideTest(`${web}/features/upload/upload.api.ts`), 'Upload failed with status ${status}'),
  ...quoted(besideTest(`${web}/features/upload/upload-queue.ts`), 'Upload failed'),
  constant(
    besideTest(`${web}/features/upload/upload.api.ts`),
    'A row of an upload says the server’s message when there is one',
    ['withStatus(status) : message', 'withStatus(status) : `${message}~`'],
  ),
  ...quoted(inPage('features/upload/upload.api.ts', 'upload-failures'), 'Network error during upload'),
  ...quoted(
    inPage('features/profile/current-position.ts', 'location'),
    'Geolocation is not supported by this browser',
    'Location access denied by user',
    'Location information unavailable',
    'Location request timed out',
    'Failed to get location',
  ),
  constant(inPage('features/rate/stage-image.tsx', 'rate-failures'), 'A failed image on the rate screen is skipped', [
    'onError={onFail}',
    '',
  ]),
  constant(
    { file: `${web}/features/rate/stage-video.tsx`, tests: [`${e2e}/rate-failures.spec.ts`, `${e2e}/stage.spec.ts`] },
    'A failed video on the rate screen is skipped',
    ['onError={onFail}', ''],
  ),
]

/** The same title stands over both texts about a link that was sent. */
function magicLinkTitles(): Place[] {
  const file = `${web}/lib/visitor/magic-link.ts`
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
