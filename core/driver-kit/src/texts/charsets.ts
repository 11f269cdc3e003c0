/** Charsets in which devices store texts. Octets below 0x80 mean the same in all of them. */
export const charsets = ['utf-8', 'cp1251', 'koi8-u', 'latin-1', 'gbk'] as const
/** One of `charsets`. */
export type Charset = (typeof charsets)[number]
/** Charsets that are not UTF-8. */
export type LegacyCharset = Exclude<Charset, 'utf-8'>

const labels: Readonly<Record<Exclude<Charset, 'latin-1'>, string>> = {
  'utf-8': 'utf-8',
  cp1251: 'windows-1251',
  'koi8-u': 'koi8-u',
  gbk: 'gbk',
}

/** Octets as text; what is not of the charset becomes U+FFFD. Latin-1 has a character for every octet. */
export const decodeOctets = (octets: Buffer, charset: Charset): string =>
  charset === 'latin-1'
    ? octets.toString('latin1')
    : new TextDecoder(labels[charset], { ignoreBOM: true }).decode(octets)

/** Decodes octets that come in pieces: the end of a piece may cut a character. */
export function createStreamDecoder(charset: Charset): (octets: Buffer) => string {
  if (charset === 'latin-1') return octets => octets.toString('latin1')
  const decoder = new TextDecoder(labels[charset], { ignoreBOM: true })
  return octets => decoder.decode(octets, { stream: true })
}

const tables = new Map<Charset, ReadonlyMap<string, readonly number[]>>()
/** The octets of every character of a charset beyond ASCII, from its decoder. */
function tableOf(charset: LegacyCharset): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(charset)
  if (known) return known
  const table = new Map<string, readonly number[]>()
  const add = (...octets: number[]) => {
    const text = decodeOctets(Buffer.from(octets), charset)
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, octets)
  }
  for (let first = 0x80; first <= 0xff; first++)
    if (charset !== 'gbk') add(first)
    else for (let second = 0x40; second <= 0xfe; second++) add(first, second)
  tables.set(charset, table)
  return table
}

/** A text as octets of a charset; the first character that it cannot write. */
export function encodeAs(text: string, charset: Charset): Buffer | { cannot: string } {
  if (charset === 'utf-8') return Buffer.from(text, 'utf8')
  const octets: number[] = []
  for (const character of text) {
    const own = character < '\x80' ? [character.charCodeAt(0)] : tableOf(charset).get(character)
    if (!own) return { cannot: character }
    octets.push(...own)
  }
  return Buffer.from(octets)
}
