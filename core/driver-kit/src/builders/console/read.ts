import { parseMac } from '../../codecs/mac.ts'
import { parserFor, type CliArea, type CliParser, type CliRows } from '../../cli/parse/index.ts'
import { DeviceError } from '../../contract/errors.ts'
import type { Session } from '../../contract/session.ts'
import { interfacesList } from '../../modules/index.ts'
import { isGroup, lastNumber } from './names.ts'

/** A command of a console that prints an area, or a list of them. */
export interface Shown {
  /** With `{item}`: a command for each item. */
  send: string
  /**
   * Items of `send`: numbers of ports, or what another command prints, in the group `item` of a pattern
   * with the flags g and m.
   */
  items?: 'ports' | { of: string; each: RegExp }
  /**
   * The same for one MAC address: `{colons}` aa:bb:cc:dd:ee:ff, `{hyphens}` aa-bb-cc-dd-ee-ff, `{dots}`
   * aabb.ccdd.eeff, `{fours}` aabb-ccdd-eeff, `{halves}` aabbcc-ddeeff.
   */
  mac?: string
  /** What the device prints for an empty table, in addition to the usual proofs of the area. */
  none?: RegExp
}
/** Commands that are read together: each adds rows, or cells to the rows of the others. */
export type Way = string | Shown | readonly (string | Shown)[]

/** Areas that a console is asked for; a cable test is a change. */
export type Area = Exclude<CliArea, 'cable'>

/** How a console prints each area: ways in the order in which they are tried. */
export type ConsoleWays = { readonly [A in Area]?: readonly Way[] }

export const entriesOf = (way: Way): Shown[] =>
  (Array.isArray(way) ? (way as readonly (string | Shown)[]) : [way as string | Shown]).map(one =>
    typeof one === 'string' ? { send: one } : one,
  )
/** The parser of what an entry prints. */
export const parserOf = (parsers: readonly CliParser[], { send }: Shown): CliParser | undefined =>
  parserFor(parsers, send.replace('{item}', '1'))

/**
 * Headings of tables. An answer without a row, a heading or a sentence for an empty table is unreadable:
 * silence is not an empty list.
 */
const proofs: { readonly [A in CliArea]?: RegExp } = {
  fdb: /^(?=.*\b(?:mac|destination)\b)(?=.*\b(?:port|vlan|vid|interface|type))/im,
  arp: /^(?=.*\b(?:ip|internet|protocol|address)\b)(?=.*\b(?:mac|hardware|physical|hw|hwaddr)\b)/im,
  vlans: /^(?=.*\b(?:vlan|vid)\b)(?=.*\b(?:name|ports?|type|status|state))/im,
  lldp: /^(?=.*\b(?:chassis|device|local|neighbou?r)\b)(?=.*\b(?:id|intf|interface|port|name)\b)/im,
}
const things = String.raw`(?:address(?:es)?|entr(?:y|ies)|neighbou?rs?|records?|items?|information)\b`
const emptySentence = new RegExp(
  String.raw`\b(?:no (?:\w+ ){0,2}${things}|total\b.{0,60}\s0\b|0 ${things}|not found)`,
  'i',
)

/** The MAC address in the notation that a command wants. */
const notations: Readonly<Record<string, (digits: string) => string>> = {
  colons: digits => digits.match(/../g)!.join(':'),
  hyphens: digits => digits.match(/../g)!.join('-'),
  dots: digits => digits.match(/.{4}/g)!.join('.'),
  fours: digits => digits.match(/.{4}/g)!.join('-'),
  halves: digits => digits.match(/.{6}/g)!.join('-'),
}
const withMac = (command: string, mac: string): string =>
  command.replace(/\{(\w+)\}/g, (_, name: string) => notations[name]!(mac.replaceAll(':', '').toLowerCase()))

/** @throws DeviceError ParseFailed if the output has neither a row nor the proof that there are none */
function rowsOf<A extends CliArea>(
  area: A,
  text: string,
  command: string,
  parser: CliParser,
  none?: RegExp,
): CliRows[A][] {
  const rows = parser.read(text) as CliRows[A][]
  if (rows.length > 0 || none?.test(text) || proofs[area]?.test(text)) return rows
  if (area in proofs && emptySentence.test(text)) return rows
  throw new DeviceError(
    'ParseFailed',
    `"${command}" printed ${text.trim() === '' ? 'nothing' : 'a text'} that Linecard cannot read as a table.`,
  )
}

const macInLine = /(?:[\da-f]{4}[.-]){2}[\da-f]{4}\b|(?:[\da-f]{2}[:-]){5}[\da-f]{2}\b/i
/** Whether a line has the MAC address of a station; groups stand in a section that parsers leave out. */
const namesStation = (line: string): boolean => {
  const mac = parseMac(macInLine.exec(line)?.[0] ?? '')
  return mac !== null && !isGroup(mac)
}

/** Reports lines with a MAC address that no row has: a form of the table that the parser does not know. */
function reportUnread(session: Session, area: CliArea, text: string, command: string, rows: number): void {
  if (area !== 'fdb' && area !== 'arp') return
  const lines = text.split('\n').filter(namesStation).length
  if (lines > rows) session.report({ what: command, reason: 'unknown_value', rows, cells: lines - rows })
}

/** Items of one command: a console that is asked for each of them answers some thousand rows. */
const maxItems = 512

/** The commands to type for one entry of a way. */
async function commandsFor(session: Session, { send, items }: Shown): Promise<string[]> {
  if (!items) return [send]
  const found =
    items === 'ports'
      ? (await session.call(interfacesList, {})).flatMap(one => lastNumber(one) ?? [])
      : [...(await session.cli.run(items.of)).matchAll(items.each)].map(({ groups }) => groups!['item']!)
  if (found.length > maxItems) session.report({ what: send, reason: 'row_limit', rows: maxItems })
  return [...new Set(found)].slice(0, maxItems).map(item => send.replace('{item}', item))
}

async function readShown<A extends Area>(
  session: Session,
  area: A,
  parsers: readonly CliParser[],
  shown: Shown,
  mac?: string,
): Promise<CliRows[A][]> {
  const parser = parserOf(parsers, shown)
  if (parser?.area !== area) throw new Error(`no parser of ${area} reads "${shown.send}"`)
  const read = async (command: string) => {
    const text = await session.cli.run(command)
    const rows = rowsOf(area, text, command, parser, shown.none)
    reportUnread(session, area, text, command, rows.length)
    return rows
  }
  if (mac !== undefined && shown.mac) {
    try {
      return await read(withMac(shown.mac, mac))
    } catch (error) {
      // Older software has only the command for all.
      if (!isOther(error)) throw error
    }
  }
  const all: CliRows[A][] = []
  for (const command of await commandsFor(session, shown)) all.push(...(await read(command)))
  return all
}

async function readWay<A extends Area>(
  session: Session,
  area: A,
  parsers: readonly CliParser[],
  way: Way,
  mac?: string,
): Promise<CliRows[A][][]> {
  const read: CliRows[A][][] = []
  let refused: unknown
  for (const shown of entriesOf(way)) {
    try {
      read.push(await readShown(session, area, parsers, shown, mac))
    } catch (error) {
      if (!isOther(error)) throw error
      // The device does not have the command: its cells stay null. What it has must be readable.
      if ((error as DeviceError).kind === 'ParseFailed')
        session.report({ what: shown.send, reason: 'wrong_type' })
      refused ??= error
    }
  }
  if (read.length === 0) throw refused
  return read
}
/** Another command may tell what this one did not. */
const isOther = (error: unknown): boolean =>
  error instanceof DeviceError && (error.kind === 'CommandRejected' || error.kind === 'ParseFailed')

/**
 * The rows of an area by the first way that the device accepts and that can be read, one list for each
 * command. `mac`: only this address is needed; other rows may come too.
 * @throws DeviceError of the last way: CommandRejected, or ParseFailed for an answer that is neither a table
 *   nor the proof of an empty one
 */
export async function readConsole<A extends Area>(
  session: Session,
  area: A,
  parsers: readonly CliParser[],
  ways: readonly Way[],
  mac?: string,
): Promise<CliRows[A][][]> {
  let last: unknown
  for (const way of ways) {
    try {
      return await readWay(session, area, parsers, way, mac)
    } catch (error) {
      if (!isOther(error)) throw error
      last = error
    }
  }
  throw last
}

/** Names that stand for no port of the list. Rows of the device itself have such a name. */
export function reportUnknown(session: Session, what: string, names: readonly string[]): void {
  if (names.length === 0) return
  const [index = ''] = names
  session.report({ what, reason: 'unknown_value', index, cells: new Set(names).size })
}
