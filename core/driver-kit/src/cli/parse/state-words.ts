import type { PairState } from '../../modules/cable-diag.ts'
import type { CliRows } from './rows.ts'

const learned = /^(?:d(?:yn\S*)?|delete\S*|learn\S*|l|bridge\d*|primary|.*dynamic.*|.*learn.*)$/i
const own = /self|system|cpu|mgmt|management|internal|router|intern/i
const fixed = /static|perm|secur|sticky|config|other|multicast|igmp|blackhole|^s$/i

/** How an FDB entry was made, from the words of many vendors. */
export const fdbStatusOf = (cell: string | undefined): CliRows['fdb']['status'] =>
  !cell
    ? null
    : own.test(cell)
      ? 'SELF'
      : learned.test(cell)
        ? 'LEARNED'
        : fixed.test(cell)
          ? 'STATIC'
          : 'OTHER'

const yes = /^(?:\*?up|en(?:abled?)?|yes|y|e|on|true|active)\b/i
const no = /^(?:\*down|down|dis(?:abled?)?|no|d|n|off|false|adm\S*|shut\S*|administratively.*|admindown)\b/i
/** Words for admin state and link together: the port is shut, or it is open with or without a link. */
const shut = /^(?:\*down|adm\S*|administratively.*|disabled?|.*\(administratively\).*|admin ?down|shut\S*)$/i
const linked = /^(?:connected|link-?up|up|ready|active|a|\*?up\b.*)$/i
const unlinked =
  /^(?:not ?connect\S*|not present|no ?link\S*|link[ -]?down|down|down\b.*|r|ready|notconn\S*|inactive|err-?dis\S*|errdisabled?|err-vlans|linkflap\S*|sfp(?:absent|inval\S*)|xcvr(?:absen|inval)\S*|faulty|stby|suspn?d\S*|noOperMem|monitor\S*|channelDo)$/i

export const adminStateOf = (cell: string | undefined) =>
  !cell ? null : no.test(cell) ? ('Disabled' as const) : yes.test(cell) ? ('Enabled' as const) : null
export const operStatusOf = (cell: string | undefined) =>
  !cell
    ? null
    : linked.test(cell)
      ? ('Up' as const)
      : unlinked.test(cell) || shut.test(cell)
        ? ('Down' as const)
        : null

/** The admin state that a word for admin state and link says. */
export const adminOfState = (cell: string | undefined) =>
  cell === undefined
    ? null
    : shut.test(cell)
      ? ('Disabled' as const)
      : linked.test(cell) || unlinked.test(cell)
        ? ('Enabled' as const)
        : null

/** Mbit/s from `1000`, `a-100`, `1G(a)`, `10Gbps`, `1000full`, `2.5G`. A number without unit is Mbit/s. */
export function speedOf(cell: string | undefined): number | null {
  const found = /^(?:a-|auto[ -]?|\()?(\d{1,9}(?:\.\d{1,3})?)\s?([GMKgmk]?)/.exec(cell?.trim() ?? '')
  if (!found) return null
  const by = { g: 1000, m: 1, k: 0.001, '': 1 }[found[2]!.toLowerCase()]!
  return Number(found[1]) * by
}
export const duplexOf = (cell: string | undefined) =>
  /full|^f(?:\(|$)|^a-f/i.test(cell ?? '')
    ? ('Full' as const)
    : /half|^h(?:\(|$)|^a-h/i.test(cell ?? '')
      ? ('Half' as const)
      : null

const pairWords: readonly (readonly [RegExp, PairState])[] = [
  [/not ?(?:tested|completed)|no test|untested/i, 'NotTested'],
  [/not ?supp|unsupported|fiber/i, 'NotSupported'],
  [/open.*short|short.*open/i, 'OpenShort'],
  [/no ?cable/i, 'NoCable'],
  [/open/i, 'Open'],
  [/short/i, 'Short'],
  [/cross/i, 'CrossTalk'],
  [/mismatch|imped/i, 'ImpedanceMismatch'],
  [/fail/i, 'Failed'],
  [/^(?:ok|normal|terminated|good)/i, 'OK'],
]
/** State of a copper pair, from the words of many vendors. Other words are `Unknown`. */
export const pairStateOf = (cell: string): PairState =>
  pairWords.find(([words]) => words.test(cell.trim()))?.[1] ?? 'Unknown'
