/**
 * `+` and 7 to 15 digits, as E.164; null: it is no phone number. Blanks, brackets and dashes are left out.
 */
export function phoneOf(text: string): string | null {
  const bare = text.trim().replace(/[\s().-]/g, '')
  const found = /^(?:\+|00)?([1-9][0-9]{6,14})$/.exec(bare)
  return found ? `+${found[1]}` : null
}
