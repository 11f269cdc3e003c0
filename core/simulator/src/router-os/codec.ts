/**
 * Encodes a word. Written here and not shared with the client: a simulated device must not have the same
 * bugs.
 */
function word(octets: Buffer): Buffer {
  const { length } = octets
  const head =
    length < 0x80
      ? [length]
      : length < 0x4000
        ? [0x80 | (length >> 8), length & 255]
        : length < 0x200000
          ? [0xc0 | (length >> 16), (length >> 8) & 255, length & 255]
          : length < 0x10000000
            ? [0xe0 | (length >>> 24), (length >> 16) & 255, (length >> 8) & 255, length & 255]
            : [0xf0, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255]
  return Buffer.concat([Buffer.from(head), octets])
}

/** Encodes a sentence. Words are texts, or octets in any encoding. */
export const encodeSentence = (words: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([...words.map(one => word(Buffer.isBuffer(one) ? one : Buffer.from(one))), Buffer.from([0])])

/** The most octets of one sentence. A longer sentence ends the session. */
const maxOctets = 1_000_000

/** Makes a decoder that collects chunks and returns complete sentences. It throws for invalid ones. */
export function createDecoder(): (chunk: Buffer) => string[][] {
  let rest = Buffer.alloc(0)
  let words: string[] = []
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    if (rest.length > maxOctets) throw new Error('the sentence is too long')
    const sentences: string[][] = []
    for (;;) {
      const first = rest[0]
      if (first === undefined) return sentences
      if (first > 0xf7) throw new Error('a control octet')
      const extra = first < 0x80 ? 0 : first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      if (rest.length < extra + 1) return sentences
      const length =
        extra === 0
          ? first
          : [...rest.subarray(1, extra + 1)].reduce(
              (sum, octet) => sum * 256 + octet,
              first & (0x7f >> extra),
            )
      if (length > maxOctets) throw new Error('a word is too long')
      if (rest.length < extra + 1 + length) return sentences
      const text = rest.toString('utf8', extra + 1, extra + 1 + length)
      rest = rest.subarray(extra + 1 + length)
      if (length > 0) words.push(text)
      else if (words.length > 0) {
        sentences.push(words)
        words = []
      }
    }
  }
}
