const decoder = new TextDecoder('utf-8')

/** Colours and cursor movements of terminals (ECMA-48). */
// oxlint-disable-next-line no-control-regex
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)?|[@-_])/g
/** Controls, also those of Unicode, and marks that turn the direction of writing. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g
const lonely = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Text of a device as one line that can be stored, logged and shown anywhere: line breaks, NUL, escapes of
 * terminals and half characters are gone, invalid UTF-8 is replaced.
 */
export function cleanText(text: string, most: number): string {
  // Cut before: a long text is not searched as a whole.
  const cut = text.slice(0, most * 4)
  return cut.replace(escapes, '').replace(controls, ' ').replace(lonely, '\ufffd').trim().slice(0, most)
}

export const cleanBytes = (bytes: Buffer, most: number): string =>
  cleanText(decoder.decode(bytes.subarray(0, most * 4)), most)
