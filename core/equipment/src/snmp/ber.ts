/** BER of SNMP (X.690, RFC 3417 §8): definite lengths, tags of one octet. */

/** A datagram that is no SNMP message. Reading throws it, and the socket catches it. */
export class Malformed extends Error {
  override name = 'Malformed'
}

/** Reads one TLV after the other. `start` and `stop` are the bounds of the content of the last one. */
export class Reader {
  readonly bytes: Buffer
  at: number
  end: number
  start = 0
  stop = 0

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }

  get done(): boolean {
    return this.at >= this.end
  }

  /**
   * Goes past the next TLV and gives its tag. Refuses indefinite lengths, and lengths beyond the enclosing
   * TLV.
   */
  next(): number {
    const { bytes, end } = this
    let at = this.at
    if (at + 2 > end) throw new Malformed('ends within a header')
    const tag = bytes[at]!
    let length = bytes[at + 1]!
    at += 2
    if (length > 0x7f) {
      const octets = length & 0x7f
      if (octets === 0 || octets > 4 || at + octets > end)
        throw new Malformed('length is indefinite or too long')
      length = bytes.readUIntBE(at, octets)
      at += octets
    }
    if (at + length > end) throw new Malformed('length goes beyond the end')
    this.start = at
    this.stop = this.at = at + length
    return tag
  }

  /** Goes past a TLV that must have this tag. */
  expect(tag: number): void {
    const found = this.next()
    if (found !== tag) throw new Malformed(`tag ${found} instead of ${tag}`)
  }

  /** Limits the reader to the content of a TLV of this tag. What follows it is not read. */
  enter(tag: number): this {
    this.expect(tag)
    this.at = this.start
    this.end = this.stop
    return this
  }

  integer(): number {
    this.expect(0x02)
    const length = this.stop - this.start
    if (length < 1 || length > 6) throw new Malformed('integer of no or too many octets')
    return this.bytes.readIntBE(this.start, length)
  }

  octets(tag = 0x04): Buffer {
    this.expect(tag)
    return this.bytes.subarray(this.start, this.stop)
  }
}

/** Largest UDP payload. */
const room = 65_507
const scratch = Buffer.allocUnsafe(room)

/**
 * Writes a message from its end to its start, so that every length is known when it is written.
 * All writers share one buffer: finish one (`take`) before you begin another.
 */
export class Writer {
  private at = room

  /** Position of the writer, counted from the end of the message. */
  get mark(): number {
    return room - this.at
  }

  private reserve(octets: number): number {
    this.at -= octets
    if (this.at < 0) throw new RangeError('message larger than a UDP datagram')
    return this.at
  }

  raw(bytes: Uint8Array): this {
    scratch.set(bytes, this.reserve(bytes.length))
    return this
  }

  /** Puts tag and length before everything written since `mark`. */
  wrap(tag: number, mark: number): this {
    const length = this.mark - mark
    if (length < 0x80) {
      const at = this.reserve(2)
      scratch[at] = tag
      scratch[at + 1] = length
    } else if (length < 0x100) {
      const at = this.reserve(3)
      scratch[at] = tag
      scratch[at + 1] = 0x81
      scratch[at + 2] = length
    } else {
      const at = this.reserve(4)
      scratch[at] = tag
      scratch[at + 1] = 0x82
      scratch.writeUInt16BE(length, at + 2)
    }
    return this
  }

  octets(bytes: Uint8Array, tag = 0x04): this {
    const mark = this.mark
    return this.raw(bytes).wrap(tag, mark)
  }

  /** Two's complement in as few octets as possible (X.690 §8.3). */
  integer(value: number | bigint, tag = 0x02): this {
    const mark = this.mark
    if (typeof value === 'bigint') {
      let rest = value
      let octet: number
      do {
        octet = Number(rest & 0xffn)
        scratch[this.reserve(1)] = octet
        rest >>= 8n
      } while (!((rest === 0n && octet < 0x80) || (rest === -1n && octet >= 0x80)))
    } else {
      let rest = value
      let octet: number
      do {
        octet = ((rest % 256) + 256) % 256
        scratch[this.reserve(1)] = octet
        rest = Math.floor(rest / 256)
      } while (!((rest === 0 && octet < 0x80) || (rest === -1 && octet >= 0x80)))
    }
    return this.wrap(tag, mark)
  }

  take(): Buffer {
    return Buffer.from(scratch.subarray(this.at))
  }
}
