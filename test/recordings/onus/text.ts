/**
 * Reads the text of a recording (`OID|tag|value`) with nothing of the product: the comparison must not share a
 * fault with the parser or the drivers that it checks.
 */
export interface Cell {
  /** Decimal digits of numbers, dotted text of OIDs and addresses, Latin-1 text of octets. */
  text: string
  /** Octets of strings, absent of numbers. */
  octets?: Buffer
}

/** Python-style escapes of the tag suffix `e`. */
const unescape = (text: string): Buffer =>
  Buffer.from(
    text.replace(/\\(x[\da-f]{2}|[nrt\\])/gi, (_, word: string) =>
      word[0] === 'x'
        ? String.fromCharCode(Number.parseInt(word.slice(1), 16))
        : { n: '\n', r: '\r', t: '\t', '\\': '\\' }[word]!,
    ),
    'latin1',
  )

function cellOf(tag: string, value: string): Cell {
  const kind = Number.parseInt(tag, 10)
  if (kind !== 4 && kind !== 68) return { text: value.trim() }
  const octets = tag.endsWith('x')
    ? Buffer.from(value.trim().replace(/^0x/i, ''), 'hex')
    : tag.endsWith('e')
      ? unescape(value)
      : Buffer.from(value, 'utf8')
  return { text: octets.toString('latin1'), octets }
}

/** All cells of a recording by OID. A line that is no cell is left out. */
export function cellsOf(file: string): Map<string, Cell> {
  const cells = new Map<string, Cell>()
  for (const line of file.split(/\r?\n/)) {
    const [, oid, tag, value] = /^\.?([\d.]+)\|(\d+[xe]?)\|(.*)$/s.exec(line) ?? []
    if (oid !== undefined) cells.set(oid, cellOf(tag!, value!))
  }
  return cells
}

/** The rows of a column: the rest of the OID → cell. */
export function columnOf(cells: ReadonlyMap<string, Cell>, oid: string): Map<string, Cell> {
  const start = `${oid}.`
  const rows = new Map<string, Cell>()
  for (const [at, cell] of cells) if (at.startsWith(start)) rows.set(at.slice(start.length), cell)
  return rows
}
