/** Faults and variants of a console. They may change while the device runs and apply to what follows. */
export interface ConsoleBehaviour {
  /** Text before the login, e.g. with lines that look like prompts. */
  banner?: string
  /** Text after the login, before the first prompt. */
  motd?: string
  /** Text of the pager. Default: the vendor's. */
  pager?: string
  /** Lines of a page. Default: the vendor's. */
  pageRows?: number
  /** Sends a few octets at a time, with a pause between. */
  trickle?: { octets: number; everyMs: number }
  /** The console stops writing: after the login, or after a command that matches. */
  mute?: 'login' | RegExp
  /**
   * The connection breaks after this number of characters in the output of a command that matches. With
   * `unrun` the command is not done.
   */
  drop?: { command: RegExp; after: number; unrun?: boolean }
  /** Connections at the same time. Further ones get the vendor's message and are closed. Default 16. */
  sessions?: number
  /** After a login, the console demands a new password. */
  mustChangePassword?: boolean
  /** The privileged mode is refused, also with the right password. */
  refuseEnable?: boolean
  /** Writes colours, titles and cursor movements between the texts. */
  ansi?: boolean
  /** Sends every octet in a packet of its own, also the commands of telnet. */
  split?: boolean
  /** Typed characters are not echoed. */
  noEcho?: boolean
  /** Lines end with CR CR LF. */
  doubleCr?: boolean
}
