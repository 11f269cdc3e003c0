/**
 * A failure at start that a person must mend: one sentence that says what, where and what to do. The command
 * prints it and ends with 1.
 */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'StartError'
  }
}
