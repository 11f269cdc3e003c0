/**
 * What `{{#if}}` takes for true. False are: false, null, a missing value, an empty text, the number 0, the
 * text `0` (numbers in fields of forms are texts) and an empty list.
 */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return Boolean(value) && value !== '0'
}
