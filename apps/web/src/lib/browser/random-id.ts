/** 24 random bytes as 32 characters of the base64url alphabet (`visitor.md §9`), also where there is no TLS. */
export const randomId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
