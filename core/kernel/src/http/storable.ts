import { fail } from '../errors.ts'

export const wrongInput = (path: string, message: string) =>
  fail('VALIDATION_ERROR', { what: `"${path}" ${message}` }, [{ path, message }])

/**
 * Texts of an address or a form have not passed the JSON parser. Here the texts are refused that PostgreSQL
 * cannot store.
 * @throws ApiError 400
 */
export function assertStorable(values: unknown): void {
  for (const [path, value] of Object.entries(values ?? {})) {
    for (const text of [value].flat()) {
      if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed()))
        throw wrongInput(path, 'contains a NUL character or half of a surrogate pair')
    }
  }
}
