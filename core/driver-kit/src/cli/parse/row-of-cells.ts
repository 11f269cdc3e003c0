import { parseMac } from '../../codecs/mac.ts'
import type { CliCells } from './cells.ts'
import type { CliArea, CliRows } from './rows.ts'
import {
  adminOfState,
  adminStateOf,
  duplexOf,
  fdbStatusOf,
  operStatusOf,
  pairStateOf,
  speedOf,
} from './state-words.ts'

/** A text; null for the words and dashes that devices write for "none". */
const textCell = (cell: string | undefined): string | null =>
  cell === undefined || /^(?:-+|n\/a|none|\(null\)|<?not (?:defined|advertised|set)>?)?$/i.test(cell)
    ? null
    : cell
/** A text that an operator wrote, who may have written "none". */
const freeTextCell = (cell: string | undefined): string | null => cell ?? null
const unquotedCell = (cell: string | undefined): string | null => textCell(cell?.replace(/^["']|["']$/g, ''))
const numberCell = (cell: string | undefined): number | null => {
  const found = /^\D{0,12}(\d{1,9})\b/.exec(cell ?? '')
  return found ? Number(found[1]) : null
}
/** `Gi0/1, Gi0/2` as a list. Ranges are kept as they are; marks after names (`(S)`, `(U)`) are removed. */
const listCell = (cell: string | undefined): string[] | null =>
  cell === undefined
    ? null
    : cell
        .split(/[\s,]+/)
        .map(one => one.replace(/\([A-Z]\)$/i, ''))
        .filter(one => one !== '' && !/^(?:none|-+)$/i.test(one))

/** A chassis or port id: a MAC address in our notation, else the text. */
const idCell = (cell: string | undefined): string | null => {
  const text = unquotedCell(cell)
  return text === null ? null : (parseMac(text) ?? text)
}

/**
 * Makes a row from the cells of each area; null for cells that are not a row (no MAC address, no VLAN id).
 * Parsers use these names of cells for their groups.
 */
export const rowOfCells: { readonly [A in CliArea]: (cells: CliCells) => CliRows[A] | null } = {
  fdb({ mac = '', vlan, port, type }) {
    const mac_address = parseMac(mac)
    return mac_address === null
      ? null
      : { mac_address, vlan_id: numberCell(vlan), port: textCell(port), status: fdbStatusOf(type) }
  },
  arp({ ip = '', mac = '', port, vlan }) {
    return /^[\d.]{7,15}$/.test(ip)
      ? {
          ip,
          mac_address: parseMac(mac),
          interface: textCell(port),
          vlan_id: vlan === undefined ? null : numberCell(vlan),
        }
      : null
  },
  vlans({ vlan, name, ports, tagged, untagged }) {
    const id = numberCell(vlan)
    return id === null || id > 4095
      ? null
      : {
          id,
          name: unquotedCell(name),
          ports: listCell(ports),
          tagged: listCell(tagged),
          untagged: listCell(untagged),
        }
  },
  lldp: ({ port, chassis, id, descr, name, about, address }) =>
    !textCell(chassis) && !textCell(id) && !textCell(name)
      ? null
      : {
          port: textCell(port),
          chassis_id: idCell(chassis),
          port_id: idCell(id),
          port_descr: unquotedCell(descr),
          sys_name: unquotedCell(name),
          sys_descr: unquotedCell(about),
          mgmt_address: idCell(address),
        },
  ports({ port = '', descr, admin: enabled, oper: link, state, speed, duplex, mac }) {
    if (port === '') return null
    return {
      port,
      description: freeTextCell(descr),
      admin_state: adminStateOf(enabled) ?? adminOfState(state),
      oper_status: operStatusOf(link) ?? operStatusOf(state),
      speed_mbps: speedOf(speed),
      duplex: duplexOf(duplex ?? speed),
      mac_address: mac === undefined ? null : parseMac(mac),
    }
  },
  system: ({ name, model, version, serial, mac }) => ({
    name: unquotedCell(name),
    model: unquotedCell(model),
    version: unquotedCell(version),
    serial_num: unquotedCell(serial),
    mac_addr: mac === undefined ? null : parseMac(mac),
  }),
  cable({ port = '', pair, status = '', length }) {
    return port === ''
      ? null
      : {
          port,
          pair: /^[A-D]$/i.test(pair ?? '')
            ? pair!.toUpperCase().charCodeAt(0) - 64
            : (numberCell(pair) ?? 1),
          status: pairStateOf(status),
          length:
            length === undefined || !/\d/.test(length) ? null : Number.parseFloat(/[\d.]+/.exec(length)![0]),
        }
  },
}
