import { parseMac } from '../../codecs/mac.ts'
import type { PairState } from '../../modules/cable-diag.ts'
import type { Cells } from './cells.ts'

/**
 * What consoles tell, by area. Ports are named as the device writes them; null is "the command does not say".
 */
export interface CliRows {
  fdb: {
    mac_address: string
    vlan_id: number | null
    port: string | null
    status: 'LEARNED' | 'STATIC' | 'SELF' | 'OTHER' | null
  }
  arp: { ip: string; mac_address: string | null; interface: string | null; vlan_id: number | null }
  vlans: {
    id: number
    name: string | null
    /** Members whatever their tag. */ ports: string[] | null
    tagged: string[] | null
    untagged: string[] | null
  }
  lldp: {
    port: string | null
    chassis_id: string | null
    port_id: string | null
    port_descr: string | null
    sys_name: string | null
    sys_descr: string | null
    mgmt_address: string | null
  }
  ports: {
    port: string
    description: string | null
    admin_state: 'Enabled' | 'Disabled' | null
    oper_status: 'Up' | 'Down' | null
    speed_mbps: number | null
    duplex: 'Full' | 'Half' | null
    mac_address: string | null
  }
  system: {
    name: string | null
    model: string | null
    version: string | null
    serial_num: string | null
    mac_addr: string | null
  }
  cable: { port: string; pair: number; status: PairState; /** m */ length: number | null }
}
export type CliArea = keyof CliRows

const some = (cell: string | undefined): string | null =>
  cell === undefined || /^(?:-+|n\/a|none|\(null\)|<?not (?:defined|advertised|set)>?)?$/i.test(cell)
    ? null
    : cell
/** A text that people may have set to "none". */
const free = (cell: string | undefined): string | null => cell ?? null
const bare = (cell: string | undefined): string | null => some(cell?.replace(/^["']|["']$/g, ''))
const number = (cell: string | undefined): number | null => {
  const found = /^\D{0,12}(\d{1,9})\b/.exec(cell ?? '')
  return found ? Number(found[1]) : null
}
/** `Gi0/1, Gi0/2` as a list; ranges stay as they are written, marks behind names (`(S)`, `(U)`) go. */
const list = (cell: string | undefined): string[] | null =>
  cell === undefined
    ? null
    : cell
        .split(/[\s,]+/)
        .map(one => one.replace(/\([A-Z]\)$/i, ''))
        .filter(one => one !== '' && !/^(?:none|-+)$/i.test(one))

const learned = /^(?:d(?:yn\S*)?|delete\S*|learn\S*|l|bridge\d*|primary|.*dynamic.*|.*learn.*)$/i
const own = /self|system|cpu|mgmt|management|internal|router|intern/i
const fixed = /static|perm|secur|sticky|config|other|multicast|igmp|blackhole|^s$/i

/** How an entry of a forwarding database came about, of the words of many makers. */
const statusOf = (cell: string | undefined): CliRows['fdb']['status'] =>
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
/** Words that say both: the port is shut, or it is not and has a link or none. */
const shut = /^(?:\*down|adm\S*|administratively.*|disabled?|.*\(administratively\).*|admin ?down|shut\S*)$/i
const linked = /^(?:connected|link-?up|up|ready|active|a|\*?up\b.*)$/i
const unlinked =
  /^(?:not ?connect\S*|not present|no ?link\S*|link[ -]?down|down|down\b.*|r|ready|notconn\S*|inactive|err-?dis\S*|errdisabled?|sfpabsent|xcvrabsen|stby|suspn?d\S*|noOperMem|monitor\S*|channelDo)$/i

const admin = (cell: string | undefined) =>
  !cell ? null : no.test(cell) ? ('Disabled' as const) : yes.test(cell) ? ('Enabled' as const) : null
const oper = (cell: string | undefined) =>
  !cell
    ? null
    : linked.test(cell)
      ? ('Up' as const)
      : unlinked.test(cell) || shut.test(cell)
        ? ('Down' as const)
        : null

/** `1000`, `a-100`, `1G(a)`, `10Gbps`, `1000full`, `2.5G`: Mbit/s; a bare number means Mbit/s. */
export function speedOf(cell: string | undefined): number | null {
  const found = /^(?:a-|auto[ -]?|\()?(\d{1,9}(?:\.\d{1,3})?)\s?([GMKgmk]?)/.exec(cell?.trim() ?? '')
  if (!found) return null
  const by = { g: 1000, m: 1, k: 0.001, '': 1 }[found[2]!.toLowerCase()]!
  return Number(found[1]) * by
}
const duplexOf = (cell: string | undefined) =>
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
export const pairStateOf = (cell: string): PairState =>
  pairWords.find(([words]) => words.test(cell.trim()))?.[1] ?? 'Unknown'

/** A chassis or port id: a MAC in the one spelling, else the text. */
const idOf = (cell: string | undefined): string | null => {
  const text = bare(cell)
  return text === null ? null : (parseMac(text) ?? text)
}

/**
 * How the cells of each area become rows; cells that make no row (no MAC, no VLAN id) give null. The names
 * are those that parsers use for their groups.
 */
export const rowsOf: { readonly [A in CliArea]: (cells: Cells) => CliRows[A] | null } = {
  fdb({ mac = '', vlan, port, type }) {
    const mac_address = parseMac(mac)
    return mac_address === null
      ? null
      : { mac_address, vlan_id: number(vlan), port: some(port), status: statusOf(type) }
  },
  arp({ ip = '', mac = '', port, vlan }) {
    return /^[\d.]{7,15}$/.test(ip)
      ? {
          ip,
          mac_address: parseMac(mac),
          interface: some(port),
          vlan_id: vlan === undefined ? null : number(vlan),
        }
      : null
  },
  vlans({ vlan, name, ports, tagged, untagged }) {
    const id = number(vlan)
    return id === null || id > 4095
      ? null
      : { id, name: bare(name), ports: list(ports), tagged: list(tagged), untagged: list(untagged) }
  },
  lldp: ({ port, chassis, id, descr, name, about, address }) =>
    !some(chassis) && !some(id) && !some(name)
      ? null
      : {
          port: some(port),
          chassis_id: idOf(chassis),
          port_id: idOf(id),
          port_descr: bare(descr),
          sys_name: bare(name),
          sys_descr: bare(about),
          mgmt_address: some(address),
        },
  ports({ port = '', descr, admin: enabled, oper: link, state, speed, duplex, mac }) {
    if (port === '') return null
    const both =
      state === undefined
        ? null
        : shut.test(state)
          ? ('Disabled' as const)
          : linked.test(state) || unlinked.test(state)
            ? ('Enabled' as const)
            : null
    return {
      port,
      description: free(descr),
      admin_state: admin(enabled) ?? both,
      oper_status: oper(link) ?? oper(state),
      speed_mbps: speedOf(speed),
      duplex: duplexOf(duplex ?? speed),
      mac_address: mac === undefined ? null : parseMac(mac),
    }
  },
  system: ({ name, model, version, serial, mac }) => ({
    name: bare(name),
    model: bare(model),
    version: bare(version),
    serial_num: bare(serial),
    mac_addr: mac === undefined ? null : parseMac(mac),
  }),
  cable({ port = '', pair, status = '', length }) {
    return port === ''
      ? null
      : {
          port,
          pair: /^[A-D]$/i.test(pair ?? '') ? pair!.toUpperCase().charCodeAt(0) - 64 : (number(pair) ?? 1),
          status: pairStateOf(status),
          length:
            length === undefined || !/\d/.test(length) ? null : Number.parseFloat(/[\d.]+/.exec(length)![0]),
        }
  },
}
