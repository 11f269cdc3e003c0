import type { ConsoleBehaviour } from './behaviour.ts'
import type { ConsoleConnection } from './connection.ts'
import { createInput } from './input.ts'

/** The longest line that is accepted. */
const maxLineLength = 1024

export interface LineOptions {
  /** What is shown for typed characters: the characters, nothing, or stars. Default: the characters. */
  echo?: boolean | '*'
  /** Called for `?` and Tab, which are not typed then. Returns the text to print. */
  help?: (typed: string) => string
}

/**
 * Input and output of one connection: lines with echo and correction, and single keys for pagers and
 * questions.
 */
export interface Tty {
  write(text: string): void
  /** @throws Disconnected */
  line(options?: LineOptions): Promise<string>
  /** The next key. Enter is `\r`. @throws Disconnected */
  key(): Promise<string>
  /** Drops what was typed ahead, e.g. an Enter after the answer to a question for one key. */
  discardInput(): void
  /** Closes the connection after the output is sent. */
  end(): void
  /** Breaks the connection after the output is sent. */
  break(): void
  /** Writes nothing from now on; the connection stays open. */
  mute(): void
}

/** Escape sequences that change nothing on the screen: colours, a title, cursor movements. */
const escapeSequences = [
  '\u001b[0m',
  '\u001b[1;32m',
  '\u001b]0;console\u0007',
  '\u001b[K',
  '\u001b[2C\u001b[2D',
]

/** Keys with a meaning of their own while a line is typed. */
const controlC = '\u0003'
const controlU = '\u0015'
const controlZ = '\u001a'
const bell = '\u0007'
const isBackspace = (key: string) => key === '\b' || key === '\u007f'

type Output = Pick<Tty, 'write' | 'key'>

/** Reads one line with echo and correction. Ctrl-Z ends it and is returned, Ctrl-C empties it. */
async function readLine(
  { write, key }: Output,
  shown: (text: string) => string,
  help: LineOptions['help'],
): Promise<string> {
  let typed = ''
  for (;;) {
    const next = await key()
    if (next === '\r') {
      write('\n')
      return typed
    }
    if (next === controlZ) return controlZ
    if (next === controlC) {
      write('^C\n')
      return ''
    }
    if (isBackspace(next)) {
      if (typed !== '') write(shown(' ') && '\b \b')
      typed = typed.slice(0, -1)
    } else if (next === controlU) {
      write(shown(typed).replace(/./g, '\b \b'))
      typed = ''
    } else if (help && (next === '?' || next === '\t')) write(help(typed))
    else if (next >= ' ' && typed.length < maxLineLength) {
      typed += next
      write(shown(next))
    } else write(bell)
  }
}

export function createTty(
  connection: ConsoleConnection,
  behaviour: () => ConsoleBehaviour,
  twoEnters = false,
): Tty {
  const input = createInput(connection, twoEnters)
  let silent = false
  let written = 0
  const write = (text: string): void => {
    if (silent || input.isClosed() || text === '') return
    const { ansi, doubleCr } = behaviour()
    const lines = text.replace(/\r?\n/g, doubleCr ? '\r\r\n' : '\r\n')
    const noise = escapeSequences[written % escapeSequences.length]
    if (ansi) written++
    connection.write(Buffer.from(ansi ? `${noise}${lines}\u001b[0m` : lines))
  }
  return {
    write,
    key: input.key,
    line({ echo = true, help } = {}) {
      const shown = (text: string) =>
        behaviour().noEcho || echo === false ? '' : echo === '*' ? '*'.repeat(text.length) : text
      return readLine({ write, key: input.key }, shown, help)
    },
    discardInput: input.discard,
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
