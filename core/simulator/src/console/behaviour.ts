/**
 * How a console misbehaves. All of it may be changed while the device runs; it counts for what is written
 * from then on.
 */
export interface ConsoleBehaviour {
  /** Text before the login, such as one with lines that look like prompts. */
  banner?: string
  /** Text behind the login, before the first prompt. */
  motd?: string
  /** What the pager shows instead of the vendor's words. */
  pager?: string
  /** Lines of a page; the vendor's unless said. */
  pageRows?: number
  /** Sends so many octets at a time, with a pause between. */
  trickle?: { octets: number; everyMs: number }
  /** Nothing more is said: after the login, or after a command that fits. */
  mute?: 'login' | RegExp
  /** The connection breaks after so many characters that a fitting command prints. */
  drop?: { command: RegExp; after: number }
  /** Connections at once; who comes later is sent away with the vendor's words. */
  sessions?: number
  /** Whoever signs in must choose a new password. */
  mustChangePassword?: boolean
  /** The way into the privileged mode is refused, whatever the password. */
  refuseEnable?: boolean
  /** Colours, titles and cursor movements between the texts. */
  ansi?: boolean
  /** Every octet in a packet of its own, telnet's commands included. */
  split?: boolean
  /** What is typed is not repeated. */
  noEcho?: boolean
  /** Lines end with CR CR LF. */
  doubleCr?: boolean
}
