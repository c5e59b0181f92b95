import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
/** Bytes. */
const [KEY, NONCE, TAG] = [32, 12, 16]

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'hotvote queued mail', KEY))

/** Encrypts a text for processes with this secret, bound to `id`. Base64url. */
export const seal = (secret: string, id: string, plain: string): string => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws when it was sealed with another secret or id, or changed since */
export const unseal = (secret: string, id: string, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
}
