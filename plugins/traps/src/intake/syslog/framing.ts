/** Octets of one message that are kept; more of it is read and left out. */
export const mostOctets = 8192
/** The longest message whose end is waited for. */
const mostCounted = 1024 * 1024
const [lineFeed, zero, space] = [0x0a, 0x00, 0x20]

const isDigit = (octet: number) => octet >= 0x30 && octet <= 0x39

/**
 * The messages in a stream of TCP (RFC 6587): each with its length before it (`72 <34>1 …`), or ended by LF
 * or NUL. It keeps no more than the beginning of one message.
 */
export class Framing {
  #state: 'start' | 'count' | 'counted' | 'line' = 'start'
  /** The length as far as it was read; then the octets that still come. */
  #left = 0
  #parts: Buffer[] = []
  #octets = 0

  /** The messages that end in the next octets. Null: they have no end: close the stream. */
  push(chunk: Buffer): Buffer[] | null {
    const found: Buffer[] = []
    let at = 0
    while (at < chunk.length) {
      const octet = chunk[at]!
      if (this.#state === 'start') {
        if (octet === lineFeed || octet === zero) at++
        else {
          this.#state = isDigit(octet) ? 'count' : 'line'
          this.#left = 0
        }
      } else if (this.#state === 'count') {
        if (octet === space && this.#left > 0) this.#state = 'counted'
        else if (!isDigit(octet)) return null
        else this.#left = this.#left * 10 + octet - 0x30
        if (this.#left > mostCounted) return null
        at++
      } else if (this.#state === 'counted') {
        const part = chunk.subarray(at, at + this.#left)
        this.#keep(part)
        at += part.length
        this.#left -= part.length
        if (this.#left === 0) this.#end(found)
      } else {
        const end = endOf(chunk, at)
        this.#keep(chunk.subarray(at, end))
        this.#left += end - at
        if (this.#left > mostCounted) return null
        if (end < chunk.length) this.#end(found)
        at = end + 1
      }
    }
    return found
  }

  /** A message has begun and not ended. */
  get open(): boolean {
    return this.#state !== 'start'
  }

  /** A line that came without an end before the stream was closed. */
  rest(): Buffer | null {
    return this.#state === 'line' && this.#octets > 0 ? Buffer.concat(this.#parts) : null
  }

  #keep(part: Buffer): void {
    const free = mostOctets - this.#octets
    if (free <= 0 || part.length === 0) return
    // A copy: a part of a chunk would keep the whole of it.
    const kept = Buffer.from(part.subarray(0, free))
    this.#parts.push(kept)
    this.#octets += kept.length
    // A stream of single octets must not become thousands of buffers.
    if (this.#parts.length > 64) this.#parts = [Buffer.concat(this.#parts)]
  }

  #end(found: Buffer[]): void {
    if (this.#octets > 0) found.push(Buffer.concat(this.#parts))
    this.#parts = []
    this.#octets = 0
    this.#state = 'start'
  }
}

function endOf(chunk: Buffer, from: number): number {
  let at = from
  while (at < chunk.length && chunk[at] !== lineFeed && chunk[at] !== zero) at++
  return at
}
