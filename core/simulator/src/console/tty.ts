import { StringDecoder } from 'node:string_decoder'
import type { ConsoleBehaviour } from './behaviour.ts'
import type { ConsoleConnection } from './connection.ts'

/** The person has gone, or the device has thrown them out. */
export class Disconnected extends Error {}

/** Longest line that is taken, and most that may be typed ahead. */
const maxLineLength = 1024
const maxInputAhead = 65_536

export interface LineOptions {
  /** What is shown of what is typed; passwords show nothing, or stars. */
  echo?: boolean | '*'
  /** `?` and Tab ask for help rather than being typed; gives what to print. */
  help?: (typed: string) => string
}

/**
 * Screen and tty of one connection: lines with echo and correction, and single keys for pagers and
 * questions.
 */
export interface Tty {
  write(text: string): void
  /** @throws Disconnected */
  line(options?: LineOptions): Promise<string>
  /** The next key; Enter is `\r`. @throws Disconnected */
  key(): Promise<string>
  /** Drops what was typed ahead, such as an Enter behind the answer to a question of one key. */
  discardInput(): void
  /** Ends it after what was written. */
  end(): void
  /** Breaks it. */
  break(): void
  /** Writes nothing any more, and refreshes. */
  mute(): void
}

/** Colours, a window title, and a cursor that modeCommand nowhere. */
const rubbish = ['\u001b[0m', '\u001b[1;32m', '\u001b]0;console\u0007', '\u001b[K', '\u001b[2C\u001b[2D']

export function tty(connection: ConsoleConnection, behaviour: () => ConsoleBehaviour): Tty {
  const decoder = new StringDecoder('utf8')
  let ahead = ''
  let wake: (() => void) | undefined
  let gone = false
  let silent = false
  let afterCr = false
  let written = 0
  connection.onData(octets => {
    for (const character of decoder.write(octets)) {
      // Enter is CR, CR LF, CR NUL or LF.
      const rest = afterCr && (character === '\n' || character === '\0')
      afterCr = character === '\r'
      if (!rest && ahead.length < maxInputAhead) ahead += character === '\n' ? '\r' : character
    }
    wake?.()
  })
  connection.onClose(() => {
    gone = true
    wake?.()
  })
  const write = (text: string): void => {
    if (silent || gone || text === '') return
    const { ansi, doubleCr } = behaviour()
    let shown = text.replace(/\r?\n/g, doubleCr ? '\r\r\n' : '\r\n')
    if (ansi) shown = `${rubbish[written++ % rubbish.length]}${shown}\u001b[0m`
    connection.write(Buffer.from(shown))
  }
  const key = async (): Promise<string> => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- what comes over the connection is put there
    while (ahead === '') {
      if (gone) throw new Disconnected()
      await new Promise<void>(resolve => {
        wake = resolve
      })
      wake = undefined
    }
    const next = ahead[0]!
    ahead = ahead.slice(1)
    return next
  }
  return {
    write,
    key,
    async line({ echo = true, help } = {}) {
      const shows = (text: string) =>
        behaviour().noEcho ? '' : echo === true ? text : echo === '*' ? '*'.repeat(text.length) : ''
      let typed = ''
      for (;;) {
        const next = await key()
        if (next === '\r') {
          write('\n')
          return typed
        }
        if (next === '\b' || next === '\u007f') {
          if (typed !== '') write(shows(' ') && '\b \b')
          typed = typed.slice(0, -1)
        } else if (next === '\u0003') {
          write('^C\n')
          return ''
        } else if (next === '\u0015') {
          write(shows(typed).replace(/./g, '\b \b'))
          typed = ''
        } else if (next === '\u001a') return '\u001a'
        else if (help && (next === '?' || next === '\t')) write(help(typed))
        else if (next >= ' ' && typed.length < maxLineLength) {
          typed += next
          write(shows(next))
        } else write('\u0007')
      }
    },
    discardInput() {
      ahead = ''
    },
    end() {
      connection.end()
    },
    break() {
      connection.destroy()
    },
    mute() {
      silent = true
    },
  }
}
