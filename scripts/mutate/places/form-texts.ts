import { bare, constant, inApi, inPage, misspelt, type Place, quoted } from '../place.ts'

const admin = 'features/admin'
const shared = 'packages/shared/src'
const inShared = (file: string, spec: string) => ({ ...inPage(file, spec), file: `${shared}/${file}` })

const accepted = inPage('features/upload/accepted-files.ts', 'upload-failures')

/** visitor.md §5: what stands at a field, in its order. Most are followed by a hint. */
export const visitorFormTexts: Place[] = [
  ...misspelt([
    ...quoted(
      inShared('email-texts.ts', 'save-account'),
      'Email address is required',
      'Please enter a valid email address',
    ),
    ...quoted(
      inPage('lib/visitor/email-check.ts', 'save-account'),
      'Invalid email address',
      'Unable to validate email address',
    ),
    ...bare(
      inPage('ui/email-field.tsx', 'save-account'),
      'Email looks good!',
      'Please check your email address',
      'Did you mean',
    ),
    ...bare(accepted, 'File type must be one of ', 'File is larger than '),
    ...quoted(inPage('features/profile/update-form.tsx', 'profile'), '✗ Username is already taken'),
    ...quoted(
      inShared('takedowns.ts', 'takedown'),
      'Complainant name is required',
      'Valid email is required',
      'Copyright owner is required',
      'Please provide a detailed description of your work',
      'Please describe the infringement in detail',
      'At least one infringing URL is required',
      'You must confirm the good faith statement',
      'You must confirm the accuracy statement',
      'Electronic signature is required',
    ),
  ]),
  constant(accepted, 'Too many files', ['return error.message', 'return error.code']),
  constant(accepted, 'File is larger than N bytes', ['${UPLOAD_MAX_BYTES} bytes', '${UPLOAD_MAX_BYTES / 1024} bytes']),
]

const handlers = inPage(`${admin}/traffic-handlers/traffic-handlers.api.ts`, 'admin-traffic-handlers')

/** admin.md §5: messages of fields, and the titles of their toasts. */
export const adminFormTexts: Place[] = [
  ...quoted(handlers, 'Invalid Time'),
  constant(handlers, 'Invalid URL of the idle redirect', [": 'Invalid URL')", ": 'Invalid URL~')"]),
  constant(handlers, 'Invalid URL of the back button', ["() => 'Invalid URL'", "() => 'Invalid URL~'"]),
  ...quoted(
    inApi(`${shared}/traffic.ts`, 'features/traffic/traffic-operator'),
    'Idle redirect time must be at least 30 seconds',
    'Please enter a valid URL including http:// or https://',
  ),
  constant(
    inPage(`${admin}/traffic-handlers/idle-redirect-section.tsx`, 'admin-traffic-handlers'),
    'A non-number falls back to 30',
    ['? IDLE_TIME.min : toNumber', '? IDLE_TIME.default : toNumber'],
  ),
  ...quoted(inPage(`${admin}/ads/ads.api.ts`, 'admin-ads'), 'Validation Error'),
  constant(inApi(`${shared}/ads.ts`, 'features/ads/ads-operator'), 'Zone name cannot be empty', [
    ".min(1, 'Zone name cannot be empty')",
    ".min(1, 'Zone name cannot be empty~')",
    '',
  ]),
  constant(inApi(`${shared}/ads.ts`, 'features/ads/ads-operator'), 'Button text cannot be empty', [
    ".min(1, 'Button text cannot be empty')",
    ".min(1, 'Button text cannot be empty~')",
    '',
  ]),
  ...quoted(
    inApi(`${shared}/ads.ts`, 'features/ads/ads-operator'),
    'Please enter a valid URL (e.g., https://example.com)',
  ),
  constant(
    inApi(`${shared}/email-capture.ts`, 'features/email-capture/email-capture-operator'),
    'Vote threshold must be at least 1',
    [
      ".min(VOTE_THRESHOLD.min, 'Vote threshold must be at least 1')",
      ".min(VOTE_THRESHOLD.min, 'Vote threshold must be at least 1~')",
    ],
  ),
  ...quoted(inPage(`${admin}/email-capture/email-capture.api.ts`, 'admin-email-capture'), 'Invalid Configuration'),
]
