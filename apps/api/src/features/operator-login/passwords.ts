import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Bytes. */
const [SALT, KEY] = [16, 32]

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/** Returns `salt:key`, both in Base64. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT)
  return `${salt.toString('base64')}:${(await derive(password, salt, KEY)).toString('base64')}`
}

/** Takes equally long without a hash, so the response time doesn't reveal which names exist. */
export const matchesHash = async (password: string, hash: string | null | undefined): Promise<boolean> => {
  const [salt = '', key = ''] = (hash ?? ':').split(':')
  const derived = await derive(password, Buffer.from(salt, 'base64'), KEY)
  const expected = Buffer.from(key, 'base64')
  return expected.length === KEY && timingSafeEqual(derived, expected)
}
