export const count = (value: number) => value.toLocaleString('en-US')

/** `1 vote`, `1,284 votes`. */
export const counted = (value: number, noun: string) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`
