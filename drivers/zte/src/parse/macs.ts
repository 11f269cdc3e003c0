import { parseMac } from '@linecard/driver-kit/codecs'
import { parseName, type Place } from '../place.ts'

/** A line of `show mac …`. */
export interface MacRow {
  mac: string
  vlan: number
  dynamic: boolean
  /** Name of the port as the console writes it. */
  port: string
  /** Place of the port or ONU; null for ports without a place (`sg1`). */
  place: Place | null
  vport: number | null
  /** Age as the console writes it. */
  time: string | null
}

export interface MacTable {
  /** The number in the heading; null: there is no heading. */
  total: number | null
  rows: MacRow[]
}

const line =
  /^\s*([\da-f]{4}\.[\da-f]{4}\.[\da-f]{4})\s+(\d{1,4})\s+(\S{1,32})\s+(\S{1,64})(?:\s+vport\s+(\d{1,3}))?(?:\s+(\S.{0,40}))?$/i
const virtual = /^vport-(\d{1,2})\/(\d{1,2})\/(\d{1,2})\.(\d{1,3})(?::(\d{1,3}))?$/i

/** `vport-1/3/1.5:1` of the C600 series, and names with a place. */
function placed(port: string): { place: Place | null; vport: number | null } {
  const [, shelf, slot, number, onu, vport] = virtual.exec(port) ?? []
  if (shelf === undefined) {
    const named = parseName(port)
    return {
      place: named && { shelf: named.shelf, slot: named.slot, port: named.port, onu: named.onu },
      vport: null,
    }
  }
  return {
    place: { shelf: Number(shelf), slot: Number(slot), port: Number(number), onu: Number(onu) },
    vport: vport === undefined ? null : Number(vport),
  }
}

/**
 * `show mac gpon onu`, `show mac-real-time …` (with the age), and `show mac interface` of the C600 series.
 */
export function readMacs(text: string): MacTable {
  const total = /^\s*Total mac address\s*:\s*(\d+)/im.exec(text)?.[1]
  const rows = text.split('\n').flatMap((one): MacRow[] => {
    const [, address = '', vlan, type = '', port = '', vc, rest] = line.exec(one.trimEnd()) ?? []
    const mac = parseMac(address)
    if (mac === null) return []
    const { place, vport } = placed(port)
    const time = rest === undefined || /^n\/?a$/i.test(rest) ? null : rest
    return [
      {
        mac,
        vlan: Number(vlan),
        dynamic: /^dyn/i.test(type),
        port,
        place,
        vport: vc === undefined ? vport : Number(vc),
        time,
      },
    ]
  })
  return { total: total === undefined ? null : Number(total), rows }
}
