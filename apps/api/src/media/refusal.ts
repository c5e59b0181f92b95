import type { ErrorCode } from '@hotvote/shared/errors'

/**
 * Why a file is not accepted. The decoding process knows nothing of the application but this: the application turns it
 * into its own error.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  constructor(code: ErrorCode, text: string) {
    super(text)
    this.code = code
  }
}
