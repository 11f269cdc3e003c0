/** What cannot be converted: `code` is stable, `hint` says what to write instead. */
export interface Problem extends Error {
  code: string
  hint: string
}

/** Makes the error of something that has no counterpart. */
export const problem = (code: string, message: string, hint: string): Problem =>
  Object.assign(new Error(message), { code, hint })

export const isProblem = (error: unknown): error is Problem =>
  error instanceof Error && 'code' in error && 'hint' in error
