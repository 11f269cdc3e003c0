import { DeviceError } from '@linecard/driver-kit'

/** Limits of one sentence. */
export interface WordLimits {
  wordOctets: number
  sentenceOctets: number
  sentenceWords: number
}

const limits: WordLimits = { wordOctets: 1_048_576, sentenceOctets: 4_194_304, sentenceWords: 2_000 }

const malformed = (what: string) =>
  new DeviceError(
    'ParseFailed',
    `The device sent something that is no sentence of the RouterOS API: ${what}. ` +
      'Another service may use this port, or only one side may use TLS.',
  )

/**
 * Length of a word as it is sent: 1 to 5 octets; the high bits of the first one say how many (MikroTik,
 * manual "API", API words).
 */
export function lengthOctets(length: number): Buffer {
  const octets = (size: number, mark: number) => {
    const made = Buffer.alloc(size)
    made.writeUIntBE(length, 0, size)
    made[0]! |= mark
    return made
  }
  if (length < 0x80) return octets(1, 0)
  if (length < 0x4000) return octets(2, 0x80)
  if (length < 0x20_0000) return octets(3, 0xc0)
  if (length < 0x1000_0000) return octets(4, 0xe0)
  return octets(5, 0xf0)
}

/**
 * The length at `at`, and where its word begins. Null if not all octets of the length have come.
 * @throws DeviceError ParseFailed at a control octet (0xF8 and above)
 */
export function lengthAt(data: Buffer, at: number): { length: number; start: number } | null {
  const first = data[at]
  if (first === undefined) return null
  if (first >= 0xf8) throw malformed(`the octet 0x${first.toString(16)} where a word should begin`)
  const size = first < 0x80 ? 1 : first < 0xc0 ? 2 : first < 0xe0 ? 3 : first < 0xf0 ? 4 : 5
  if (data.length < at + size) return null
  const mask = [0, 0x7f, 0x3f, 0x1f, 0x0f, 0x07][size]!
  let length = first & mask
  for (let next = 1; next < size; next++) length = length * 256 + data[at + next]!
  return { length, start: at + size }
}

/** A sentence as it is sent: its words, and an empty word as its end. */
export const sentenceOctets = (words: readonly string[]): Buffer =>
  Buffer.concat([
    ...words.flatMap(word => {
      const octets = Buffer.from(word)
      return [lengthOctets(octets.length), octets]
    }),
    Buffer.alloc(1),
  ])

/**
 * Takes received octets, cut anywhere, and gives the complete sentences. Keeps one incomplete sentence at
 * most.
 * @throws DeviceError ParseFailed at something that is no sentence, or at one beyond the limits
 */
export function sentenceReader({
  wordOctets,
  sentenceOctets: maxOctets,
  sentenceWords,
}: WordLimits = limits): (chunk: Buffer) => Buffer[][] {
  let parts: Buffer[] = []
  let held = 0
  let needed = 1
  let words: Buffer[] = []
  let octets = 0
  /** Words of the incomplete sentence that are already copies. */
  let copied = 0
  return chunk => {
    parts.push(chunk)
    held += chunk.length
    // Joined only when a word can be complete: a word that comes octet by octet is not copied each time.
    if (held < needed) return []
    const data = parts.length === 1 ? chunk : Buffer.concat(parts)
    const sentences: Buffer[][] = []
    let at = 0
    for (;;) {
      const head = lengthAt(data, at)
      if (head && head.length > wordOctets) throw malformed(`a word of ${head.length} octets`)
      if (!head || data.length < head.start + head.length) {
        needed = head ? head.start + head.length - at : data.length - at + 1
        break
      }
      at = head.start + head.length
      if (head.length > 0) {
        words.push(data.subarray(head.start, at))
        octets += head.length
        if (words.length > sentenceWords || octets > maxOctets)
          throw malformed(`a sentence of ${words.length} words and ${octets} octets without end`)
      } else if (words.length > 0) {
        sentences.push(words)
        words = []
        octets = copied = 0
      }
    }
    // A copy: a short rest must not keep a long piece in memory.
    parts = at === data.length ? [] : [Buffer.from(data.subarray(at))]
    held = data.length - at
    for (; copied < words.length; copied++) words[copied] = Buffer.from(words[copied]!)
    return sentences
  }
}
