export const count = (value: number) => value.toLocaleString('en-US')

/** Formats a number with its noun, such as `1 vote` or `1,284 votes`. */
export const counted = (value: number, noun: string) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`
