/** Messages from `visitor.md §5`. */
export const EMAIL_REQUIRED = 'Email address is required'
export const EMAIL_NOT_VALID = 'Please enter a valid email address'
