import { decodeText, DeviceError, type RouterOsRow } from '@linecard/driver-kit'

/**
 * A sentence of the device. `fatal` ends the connection, `done` ends an answer, `empty` (RouterOS 7.18 and
 * later) says that there are no rows.
 */
export interface Reply {
  kind: 're' | 'done' | 'trap' | 'fatal' | 'empty'
  /** The tag of its question; null if the device does not send it. */
  tag: string | null
  /** Properties by name. */
  row: RouterOsRow
  /** Words of `!fatal` that are no properties. */
  text: string
}

const kinds: ReadonlySet<string> = new Set(['!re', '!done', '!trap', '!fatal', '!empty'])
const equals = 0x3d
/** Characters of one value: scripts and certificates are long. */
const maxCharacters = 65_536

/**
 * Octets of a device as a reply. Values are text in UTF-8, else in Latin-1 (fault 24).
 * @throws DeviceError ParseFailed
 */
export function replyOf([first, ...rest]: readonly Buffer[]): Reply {
  const kind = first?.length ? first.toString('latin1', 0, 20) : ''
  if (!kinds.has(kind))
    throw new DeviceError(
      'ParseFailed',
      `The device answered "${decodeText(Buffer.from(kind))}", which is no reply of the RouterOS API.`,
    )
  let tag: string | null = null
  const row: [string, string][] = []
  const text: string[] = []
  for (const word of rest) {
    const end = word.indexOf(equals, 1)
    if (word[0] === equals && end > 0)
      row.push([word.toString('latin1', 1, end), decodeText(word.subarray(end + 1), maxCharacters)])
    else if (word.length > 5 && word.toString('latin1', 0, 5) === '.tag=')
      tag = word.toString('latin1', 5, 40)
    else text.push(decodeText(word, 1_000))
  }
  return { kind: kind.slice(1) as Reply['kind'], tag, row: Object.fromEntries(row), text: text.join(' ') }
}
