const single: Readonly<Record<string, number>> = {
  n: 10,
  r: 13,
  t: 9,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  0: 0,
  '\\': 92,
  "'": 39,
  '"': 34,
}
const escape = /\\(?:x([\da-f]{2})|([0-3]?[0-7]{1,2})|u([\da-f]{4})|([nrtabfv\\'"]))|\\/giy

/**
 * Octets of a text with Python's backslash escapes (tag suffix `e`). Everything else is UTF-8.
 * @throws Error for a backslash without an escape
 */
export function unescape(source: string): Buffer {
  const chunks: Buffer[] = []
  let from = 0
  for (let at = source.indexOf('\\'); at >= 0; at = source.indexOf('\\', from)) {
    if (at > from) chunks.push(Buffer.from(source.slice(from, at)))
    escape.lastIndex = at
    const match = escape.exec(source)!
    const [whole, hex, octal, unicode, letter] = match
    if (whole.length === 1) throw new Error(`the backslash at column ${at + 1} does not begin a known escape`)
    chunks.push(
      unicode !== undefined
        ? Buffer.from(String.fromCharCode(parseInt(unicode, 16)))
        : Buffer.from([
            hex !== undefined
              ? parseInt(hex, 16)
              : octal !== undefined
                ? parseInt(octal, 8) & 255
                : single[letter!]!,
          ]),
    )
    from = at + whole.length
  }
  if (from < source.length) chunks.push(Buffer.from(source.slice(from)))
  return Buffer.concat(chunks)
}
