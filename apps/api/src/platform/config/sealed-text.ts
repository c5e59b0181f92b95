import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
/** Bytes. */
const [KEY, NONCE, TAG] = [32, 12, 16]

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'hotvote sealed text', KEY))

/** Encrypts with a key derived from the site's secret. Decryption requires the same `id`. */
export const seal = (secret: string, id: string, plain: string): string => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, deriveKey(secret), nonce).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws if the secret or id is wrong, or the text was modified */
export const unseal = (secret: string, id: string, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(CIPHER, deriveKey(secret), bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
}
