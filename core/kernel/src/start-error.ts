import { brand } from '@linecard/driver-kit'

/**
 * A failure at start that a person must correct. Its message is one sentence: what, where, and what to do.
 * The command prints it and ends with exit code 1.
 */
export class StartError extends Error {
  static {
    brand(this, 'StartError')
  }

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'StartError'
  }
}
