import { StringDecoder } from 'node:string_decoder'
import type { ConsoleConnection } from './connection.ts'

/** The client has closed the connection, or the device has. */
export class Disconnected extends Error {}

/** The most characters that may be typed ahead. */
const maxInputAhead = 65_536

/**
 * Collects typed characters. Enter arrives as CR, CR LF, CR NUL or LF, and is read as CR. With `twoEnters` a
 * CR LF is read as two.
 */
export function createInput(connection: ConsoleConnection, twoEnters = false) {
  const decoder = new StringDecoder('utf8')
  let ahead = ''
  let wake: (() => void) | undefined
  let closed = false
  let afterCr = false
  connection.onData(octets => {
    for (const character of decoder.write(octets)) {
      const restOfEnter = afterCr && ((character === '\n' && !twoEnters) || character === '\0')
      afterCr = character === '\r'
      if (!restOfEnter && ahead.length < maxInputAhead) ahead += character === '\n' ? '\r' : character
    }
    wake?.()
  })
  connection.onClose(() => {
    closed = true
    wake?.()
  })
  return {
    isClosed: () => closed,
    discard() {
      ahead = ''
    },
    async key(): Promise<string> {
      // The listener of the connection changes it.
      while (ahead === '') {
        if (closed) throw new Disconnected()
        await new Promise<void>(resolve => {
          wake = resolve
        })
        wake = undefined
      }
      const next = ahead[0]!
      ahead = ahead.slice(1)
      return next
    },
  }
}
