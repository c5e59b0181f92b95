/** Control characters and others that are not to be seen, such as turn text around; but ends of lines. */
const UNSEEN = /[^\P{C}\n]|[\u2028\u2029]/gu
const PARAMETERS = /(https?:\/\/[^\s?#)]*)[?#][^\s)]*/gi
const MAIL_ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** As session ids, tokens and codes are; names in code have no digits at that length. */
const SECRET = /(?=[\w-]*\d)[\w-]{24,}/g

/** A text of a browser, fit for the log: in it stand no parameters of addresses, no mail addresses and no secrets. */
export const loggableText = (text: string) =>
  text.replace(UNSEEN, '').replace(PARAMETERS, '$1').replace(MAIL_ADDRESS, '[address]').replace(SECRET, '[secret]')
