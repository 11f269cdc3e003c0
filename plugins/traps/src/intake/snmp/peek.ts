/** What is read of a datagram before net-snmp reads it. */
export type Peeked =
  | { version: '1' | '2c'; community: string }
  | {
      version: '3'
      /** Hexadecimal digits. */
      engineId: string
      boots: number
      time: number
      user: string
      /** noAuthNoPriv: 0, authNoPriv: 1, authPriv: 3. */
      level: number
      reportable: boolean
    }

/** The head of a message of SNMPv3. */
export type V3 = Extract<Peeked, { version: '3' }>

const [sequence, integer, octets] = [0x30, 0x02, 0x04]

/** Reads the fields of one BER value in their order. Throws RangeError for what does not fit into it. */
class Fields {
  readonly #bytes: Buffer
  #at: number
  readonly #end: number

  constructor(bytes: Buffer, from = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = from
    this.#end = end
  }

  get left(): number {
    return this.#end - this.#at
  }

  /** The content of the next field. @throws RangeError */
  next(tag: number): Fields {
    const bytes = this.#bytes
    if (this.left < 2 || bytes[this.#at] !== tag) throw new RangeError('another field was expected')
    let length = bytes[this.#at + 1]!
    let from = this.#at + 2
    if (length >= 0x80) {
      const size = length & 0x7f
      // 0: of indefinite length, which SNMP does not have.
      if (size === 0 || size > 4 || from + size > this.#end) throw new RangeError('a length cannot be read')
      length = bytes.readUIntBE(from, size)
      from += size
    }
    if (from + length > this.#end) throw new RangeError('a field is longer than what is around it')
    this.#at = from + length
    return new Fields(bytes, from, from + length)
  }

  /** The rest as a number of at most 32 bits. */
  number(): number {
    if (this.left < 1 || this.left > 5) throw new RangeError('a number is too long')
    return this.#bytes.readIntBE(this.#at, this.left)
  }
  bytes(): Buffer {
    return this.#bytes.subarray(this.#at, this.#end)
  }
  text(most: number): string {
    if (this.left > most) throw new RangeError('a text is too long')
    return this.bytes().toString('utf8')
  }
}

/**
 * The head of an SNMP message: version, and who says to have sent it. Null: it is no SNMP message, or it is
 * not whole, or there is more behind it.
 */
export function peek(datagram: Buffer): Peeked | null {
  try {
    const whole = new Fields(datagram)
    const message = whole.next(sequence)
    if (whole.left > 0) return null
    const version = message.next(integer).number()
    if (version === 0 || version === 1)
      return { version: version === 0 ? '1' : '2c', community: message.next(octets).text(255) }
    return version === 3 ? peekV3(message) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** RFC 3412, RFC 3414. */
function peekV3(message: Fields): Peeked | null {
  const global = message.next(sequence)
  global.next(integer).number()
  global.next(integer).number()
  const flags = global.next(octets).bytes()
  const model = global.next(integer).number()
  const security = message.next(octets).next(sequence)
  const engine = security.next(octets).bytes()
  if (flags.length !== 1 || model !== 3 || engine.length > 32) return null
  return {
    version: '3',
    engineId: engine.toString('hex'),
    boots: security.next(integer).number(),
    time: security.next(integer).number(),
    user: security.next(octets).text(32),
    level: flags[0]! & 3,
    reportable: (flags[0]! & 4) !== 0,
  }
}
