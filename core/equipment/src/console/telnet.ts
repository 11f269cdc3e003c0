/** Telnet commands and options (RFC 854, 857, 858, 1073, 1091). */
const IAC = 255
const [DONT, DO, WONT, WILL, SB, SE] = [254, 253, 252, 251, 250, 240]
const [ECHO, SUPPRESS_GO_AHEAD, TERMINAL_TYPE, WINDOW_SIZE] = [1, 3, 24, 31]
const [IS, SEND] = [0, 1]

/** Wide, so that echoes and tables do not wrap. High, so that many pagers do not stop. */
const window = { columns: 511, rows: 1000 }
/** Nothing to send. */
const none = Buffer.alloc(0)
const windowOctets = [window.columns, window.rows]
  .flatMap(value => [value >> 8, value & 255])
  .flatMap(octet => (octet === IAC ? [IAC, IAC] : [octet]))
const windowSize = [IAC, SB, WINDOW_SIZE, ...windowOctets, IAC, SE]
/** Octets of a subnegotiation; the rest is dropped. */
const maxOctets = 256

export interface Telnet {
  /**
   * Takes received octets. Gives the data without the commands of telnet, and what must be sent as a reply. A
   * command may be cut anywhere (fault 35).
   */
  receive(octets: Buffer): { data: Buffer; reply: Buffer }
  /** Data as it is sent: 255 twice, and a CR without LF as CR NUL (RFC 854). */
  encode(data: Buffer): Buffer
}

/**
 * The client side of telnet as a pure state machine. It accepts echo and suppress-go-ahead, tells terminal
 * type and window size, and refuses all other options.
 */
export function createTelnet(): Telnet {
  let state: 'data' | 'cr' | 'iac' | 'option' | 'sub' | 'sub-iac' = 'data'
  let verb = 0
  let sub: number[] = []
  /** Options that are on. They are not acknowledged again, or both sides would never stop (RFC 854). */
  const [ours, theirs] = [new Set<number>(), new Set<number>()]

  const agree = (option: number): number[] => {
    if (verb === WILL) {
      if (option !== ECHO && option !== SUPPRESS_GO_AHEAD) return [IAC, DONT, option]
      if (theirs.has(option)) return []
      theirs.add(option)
      return [IAC, DO, option]
    }
    if (verb === WONT) return theirs.delete(option) ? [IAC, DONT, option] : []
    if (verb === DONT) return ours.delete(option) ? [IAC, WONT, option] : []
    if (option !== TERMINAL_TYPE && option !== WINDOW_SIZE && option !== SUPPRESS_GO_AHEAD)
      return [IAC, WONT, option]
    if (ours.has(option)) return []
    ours.add(option)
    return [IAC, WILL, option, ...(option === WINDOW_SIZE ? windowSize : [])]
  }
  const asked = (): number[] =>
    sub[0] === TERMINAL_TYPE && sub[1] === SEND
      ? [IAC, SB, TERMINAL_TYPE, IS, ...Buffer.from('vt100'), IAC, SE]
      : []

  return {
    receive(octets) {
      const plain = (state === 'data' || state === 'cr') && !octets.includes(IAC) && !octets.includes(0)
      if (plain) {
        if (octets.length > 0) state = octets.at(-1) === 13 ? 'cr' : 'data'
        return { data: octets, reply: none }
      }
      const data: number[] = []
      const reply: number[] = []
      for (const octet of octets) {
        if (state === 'cr' && octet === 0) {
          state = 'data'
          continue
        }
        if (state === 'cr') state = 'data'
        if (state === 'data') {
          if (octet === IAC) state = 'iac'
          else {
            data.push(octet)
            if (octet === 13) state = 'cr'
          }
        } else if (state === 'iac') {
          if (octet === IAC) data.push(IAC)
          if (octet >= WILL && octet <= DONT) [state, verb] = ['option', octet]
          else if (octet === SB) [state, sub] = ['sub', []]
          else state = 'data'
        } else if (state === 'option') {
          reply.push(...agree(octet))
          state = 'data'
        } else if (state === 'sub') {
          if (octet === IAC) state = 'sub-iac'
          else if (sub.length < maxOctets) sub.push(octet)
        } else if (octet === SE) {
          reply.push(...asked())
          state = 'data'
        } else {
          if (octet === IAC && sub.length < maxOctets) sub.push(IAC)
          state = 'sub'
        }
      }
      return { data: Buffer.from(data), reply: Buffer.from(reply) }
    },
    encode(data) {
      const out: number[] = []
      data.forEach((octet, at) => {
        out.push(octet)
        if (octet === IAC) out.push(IAC)
        if (octet === 13 && data[at + 1] !== 10) out.push(0)
      })
      return Buffer.from(out)
    },
  }
}
