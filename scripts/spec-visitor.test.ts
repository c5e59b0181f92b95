import { expect, test } from 'vitest'
import {
  ACCEPTED_TYPES,
  PASTED_IMAGE_MAX_BYTES,
  PASTED_VIDEO_MAX_BYTES,
  SESSION_ID_LENGTH,
  UPLOAD_MAX_BYTES,
  USERNAME_MIN,
} from '../packages/shared/src/limits.ts'
import { LINK_FAILURES } from '../packages/shared/src/link-failures.ts'
import { VOTE_THRESHOLD } from '../packages/shared/src/visitor/email-capture.ts'
import { listChangedCode, listChangedTexts, type Table } from './specified.ts'

const TEXTS: Table = {
  'web/app/visitor/visitor-shell.tsx': [
    'Rate Photos',
    'Rate',
    'Upload Media',
    'My Stats',
    'Edit Profile',
    'DMCA Takedown',
    'Loading...',
    'Active',
  ],
  'web/app/not-found.tsx': ['404 Page Not Found'],
  'web/lib/browser/format.ts': ['Image', 'Video'],
  'web/ui/media/avatar.tsx': ['HV'],
  'web/features/account/user-menu.tsx': [
    'Edit Profile',
    'Save Account',
    'Logout',
    'Send Login Link',
    'Save Your Account',
    'Send Magic Link',
  ],
  'web/features/account/welcome-back-dialog.tsx': ['Welcome Back', 'Send Login Link', 'Login as a New User'],
  'web/features/account/save-account-card.tsx': ['Save Your Account', 'Send Magic Link', 'Account Saved!'],
  'web/features/account/link-request.tsx': ['Secure Account Access'],
  'web/app/visitor/save-hint.tsx': ['Hey, be sure to save your account.', 'Click here.'],
  'web/features/rate/empty-card.tsx': [
    'You have rated all the media we have right now - check back soon for more!',
    'Refresh for more images',
    'No Photos to Rate',
    'Upload Your First Photo',
  ],
  'web/features/email-capture/email-capture-modal.tsx': [
    'Maybe later',
    'Error',
    'Failed to save email address',
    'Thanks for your email!',
    "We'll keep you updated on new features and exciting content.",
  ],
  'web/features/upload/upload-page.tsx': ['Upload All'],
  'web/features/stats/stats-page.tsx': [
    'Total Uploads',
    'Total Votes',
    'Total Views',
    "You haven't uploaded any media yet",
    'No statistics available',
  ],
  'web/features/stats/media-grid.tsx': ['Views', 'Votes', 'Hot %', 'Uploaded'],
  'web/ui/media/thumbnail.tsx': ['unavailable'],
  'web/features/profile/profile-page.tsx': ['Member since', 'Session Information'],
  'web/features/profile/update-form.tsx': [
    'Update Information',
    '✗ Username is already taken',
    'Username Unavailable',
    'Please choose a different username.',
    'No Changes',
    'No changes were made to your profile.',
  ],
  'web/features/takedown/takedown-page.tsx': [
    'Complainant Information',
    'If different from complainant',
    'Copyright Work Information',
    'Legal Statements',
    'Submit DMCA Takedown',
    'Submitting...',
    'DMCA Takedown Submitted',
    'Return to Home',
  ],
  'shared/email-address.ts': ['Email address is required', 'Please enter a valid email address'],
  'web/lib/session/email-entry.ts': ['Invalid email address', 'Unable to validate email address'],
  'web/ui/forms/email-form.tsx': ['Email looks good!', 'Please check your email address', 'Did you mean'],
  'web/features/upload/accepted-files.ts': [
    'File type must be one of',
    'File is larger than',
    'Image files must be under 10MB',
    'Video files must be under 20MB',
  ],
  'shared/visitor/takedowns.ts': [
    'Complainant name is required',
    'Valid email is required',
    'Copyright owner is required',
    'Please provide a detailed description of your work',
    'Please describe the infringement in detail',
    'At least one infringing URL is required',
    'You must confirm the good faith statement',
    'You must confirm the accuracy statement',
    'Electronic signature is required',
  ],
  'web/features/rate/rate.api.ts': ['Vote Failed', 'Failed to submit vote'],
  'web/features/upload/uploads.ts': ['Upload Successful', 'Your media has been uploaded successfully!'],
  'web/features/stats/stats.api.ts': [
    'Delete Failed',
    'Failed to delete media',
    'Media Deleted',
    'Your media has been successfully deleted.',
  ],
  'web/features/profile/profile.api.ts': ['Update Failed', 'Failed to update profile', 'Profile Updated'],
  'web/lib/session/magic-link.ts': [
    'Check your email for a secure login link to save your account.',
    'Check your email for a secure login link.',
    'Failed to Send Magic Link',
    'Please try again later.',
    'Session Error',
    'No valid session found.',
    'Account Saved!',
    'Check your email for a secure link to verify and complete your account setup.',
    'Error',
    'Failed to save account',
  ],
  'web/features/account/account.api.ts': [
    'Login Link Sent!',
    'Check your email for a secure login link to access your existing account.',
    'Failed to Send Login Link',
    'Please check your email address and try again.',
  ],
  'web/features/upload/upload-zone.tsx': ['Invalid File'],
  'web/features/takedown/use-takedown-form.ts': [
    'Submission failed',
    'Failed to submit DMCA takedown',
    'DMCA takedown submitted',
    'Your takedown request has been submitted and will be reviewed by our team.',
  ],
  'web/lib/session/login-link.ts': [
    'Welcome back!',
    "You've successfully logged in to your saved account.",
    'Verification Error',
    'Something went wrong',
  ],
  'web/features/upload/upload.api.ts': [
    'Upload failed',
    'Upload failed with status ${error.status}',
    'Network error during upload',
  ],
  'web/features/profile/current-position.ts': [
    'Geolocation is not supported by this browser',
    'Location access denied by user',
    'Location information unavailable',
    'Location request timed out',
    'Failed to get location',
  ],
}

const CONSTANTS: Table = {
  'web/features/upload/accepted-files.ts': ['return error.message', '${UPLOAD_MAX_BYTES} bytes'],
  'web/lib/api/call-error.ts': ['`${status}: ${body || statusText}`', 'failures < 1'],
  'web/lib/session/magic-link.ts': [
    "title: 'Magic Link Sent!', description: 'Check your email for a secure login link.",
    "title: 'Magic Link Sent!', description: 'Check your email for a secure login link to save",
  ],
  'web/app/visitor/save-hint.tsx': ['VOTES = 2'],
  'web/features/ads/ads.api.ts': ['retry: 1', 'ADS_CACHE_MS,'],
  'web/styles.css': ['--breakpoint-md: 768px', 'transition-delay: 700ms'],
  'web/app/visitor/use-bar-hidden.ts': ['HIDES_BEYOND = 100', 'SHOWS_WITHIN = 10'],
  'web/features/rate/item.ts': ['16 / 9'],
  'web/lib/session/email-entry.ts': ['PAUSE_MS = 800'],
  'web/features/profile/update-form.tsx': ['PAUSE_MS = 500'],
  'web/lib/browser/device.ts': ['new Uint8Array(24)', 'BACK_EDGE = 50'],
  'web/features/profile/current-position.ts': ['enableHighAccuracy: true', 'timeout: 10_000', 'maximumAge: 300_000'],
  'web/lib/session/vote-multiplier.ts': ['SETTINGS_CACHE_MS)'],
  'web/lib/session/email-capture.ts': ['SETTINGS_CACHE_MS)'],
  'web/features/redirects/redirects.tsx': ['ADS_CACHE_MS)'],
  'web/features/rate/rate.api.ts': [
    'retry: 1',
    'ADS_CACHE_MS,',
    'PREFETCH_CACHE_MS = 10_000',
    'waiting ? 0 : PREFETCH_CACHE_MS',
  ],
  'web/features/ads/ad-zone.tsx': ['min-h-12.5'],
  'web/ui/overlays/toast.tsx': [
    'TOAST_DURATION_MS = 5000',
    'md:max-w-[420px]',
    'swipeDirection="right"',
    'swipeThreshold={50}',
    "hotkey={['F8']}",
    'label="Notification"',
  ],
  'web/lib/browser/toasts.ts': ['REMOVE_AFTER_MS = 1_000_000'],
  'web/features/takedown/takedown-page.tsx': ['24-48 hours'],
  'web/features/redirects/triggers.ts': [
    'THROTTLE_MS = 1000',
    "'mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart', 'click', 'load'",
    'DISTANCE = 100',
    'DURATION_MS = 500',
  ],
  'web/lib/session/login-link.ts': ['REDIRECT_MS = 1000'],
  'shared/visitor/takedowns.ts': ['.min(10, WORK.required)', '.min(10, INFRINGEMENT.required)'],
  'web/features/profile/profile-page.tsx': ['latitude.toFixed(4)', 'longitude.toFixed(4)'],
  'web/features/upload/upload-zone.tsx': ['maxSize: UPLOAD_MAX_BYTES', 'Too many files'],
  'api/platform/http/upload.ts': ['fileSize: UPLOAD_MAX_BYTES'],
  'web/lib/browser/format.ts': [
    '.toFixed(1)} MB',
    'MEGABYTE = 1024 * 1024',
    "padStart(2, '0')",
    '/${months[day.getMonth()]}/${day.getFullYear()}',
    "['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']",
  ],
  'web/features/account/user-menu.tsx': ['title="Login as Different User"', 'label="Login as Different User"'],
  'web/lib/session/stored-session.ts': ['`account-save-seen-${sessionId}`'],
  'web/features/upload/upload-row.tsx': ["label: 'Upload'"],
  'web/features/rate/vote-result.tsx': ['Email Required to Continue', "isHot ? 'Hot' : 'Not'"],
  'web/features/rate/rate.css': ['max(150px, 55svh - 10px)', 'max(300px, 100svh - 190px)'],
  'web/lib/api/cached-for.ts': ['ADS_CACHE_MS = 5 * MINUTE', 'SETTINGS_CACHE_MS = 30 * MINUTE'],
}

test('shows each text of visitor.md', () => {
  expect(listChangedTexts(TEXTS)).toEqual([])
})

test('uses each number of visitor.md in its code', () => {
  expect(listChangedCode(CONSTANTS)).toEqual([])
})

test('exports the limits of visitor.md', () => {
  expect({
    UPLOAD_MAX_BYTES,
    PASTED_IMAGE_MAX_BYTES,
    PASTED_VIDEO_MAX_BYTES,
    SESSION_ID_LENGTH,
    USERNAME_MIN,
    captureThreshold: VOTE_THRESHOLD.default,
    extensions: Object.values(ACCEPTED_TYPES).flat(),
  }).toEqual({
    UPLOAD_MAX_BYTES: 20_971_520,
    PASTED_IMAGE_MAX_BYTES: 10_485_760,
    PASTED_VIDEO_MAX_BYTES: 20_971_520,
    SESSION_ID_LENGTH: 32,
    USERNAME_MIN: 3,
    captureThreshold: 5,
    extensions: ['.jpg', '.jpeg', '.png', '.gif', '.webp', '.mp4'],
  })
})

test('exports the link failures of visitor.md', () => {
  expect(LINK_FAILURES).toEqual({
    'invalid-token': 'Invalid or expired magic link',
    'expired-token': 'Magic link has expired',
    'invalid-user': 'User verification failed',
    'verification-failed': 'Account verification failed',
  })
})
