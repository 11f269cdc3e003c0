/** Telnet commands and options (RFC 854, 857, 858, 1073, 1091). */
const IAC = 255
const [DONT, DO, WONT, WILL, SB, SE] = [254, 253, 252, 251, 250, 240]
const [ECHO, SUPPRESS_GO_AHEAD, TERMINAL_TYPE, WINDOW_SIZE] = [1, 3, 24, 31]
const [IS, SEND] = [0, 1]

/** Wide, so that echoes and tables do not wrap; high, so that many pagers never stop. */
const window = { columns: 511, rows: 1000 }
/** A subnegotiation beyond this is dropped. */
const MOST_OCTETS = 256

export interface Telnet {
  /**
   * What a read brought: the data without telnet's own commands, and what must be answered. Commands may be
   * cut anywhere (fault 35).
   */
  receive(octets: Buffer): { data: Buffer; reply: Buffer }
  /** Data as it goes on the wire: 255 doubled, and a lone CR as CR NUL (RFC 854). */
  encode(data: Buffer): Buffer
}

/**
 * The client's side of telnet as a pure state machine: it accepts echo and suppress-go-ahead, gives terminal
 * type and window size, refuses the rest.
 */
export function telnet(): Telnet {
  let state: 'data' | 'cr' | 'iac' | 'option' | 'sub' | 'sub-iac' = 'data'
  let verb = 0
  let sub: number[] = []
  /**
   * What either side has agreed to: an option that is on is not acknowledged again, else both would go on
   * forever (RFC 854).
   */
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
    const size = [window.columns, window.rows]
      .flatMap(value => [value >> 8, value & 255])
      .flatMap(octet => (octet === IAC ? [IAC, IAC] : [octet]))
    return [IAC, WILL, option, ...(option === WINDOW_SIZE ? [IAC, SB, WINDOW_SIZE, ...size, IAC, SE] : [])]
  }
  const asked = (): number[] =>
    sub[0] === TERMINAL_TYPE && sub[1] === SEND
      ? [IAC, SB, TERMINAL_TYPE, IS, ...Buffer.from('vt100'), IAC, SE]
      : []

  return {
    receive(octets) {
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
          else if (sub.length < MOST_OCTETS) sub.push(octet)
        } else if (octet === SE) {
          reply.push(...asked())
          state = 'data'
        } else {
          if (octet === IAC && sub.length < MOST_OCTETS) sub.push(IAC)
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
