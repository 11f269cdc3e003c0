import { parseMac, parseOnuSerial } from '@linecard/driver-kit/codecs'
import { cellOf, linesOf, numberOf, proven } from './lines.ts'

/** A row of `show dhcp security-table`. */
export interface Binding {
  mac: string
  ip: string
  vlan: number
  /** `gpon0/0/1`, without the ONU. */
  port: string
  onu: number | null
  /** Remaining lease time, seconds; null for a static binding. */
  remaining: number | null
  type: string
}

const binding =
  /^(?<mac>[\da-f]{2}(?::[\da-f]{2}){5})\s+(?<ip>\d{1,3}(?:\.\d{1,3}){3})\s+(?<vlan>\d{1,4})\s+(?<kind>ge|lag|xge|epon|gpon|pon|fe) ?(?<place>\d{1,3}\/\d{1,3}\/\d{1,3})(?::(?<own>\d{1,4}))?\s+(?:(?<onu>\d{1,4})\s+)?(?<lease>\d{1,10})\s+(?<type>dynamic|static)\s+(?<valid>valid|invalid)$/i

/** Bindings that are invalid are left out. Some firmware has a column with the ONU. */
export function parseBindings(output: string): Binding[] {
  const rows = linesOf(output).flatMap((line): Binding[] => {
    const found = binding.exec(line)?.groups
    const mac = found && parseMac(found['mac']!)
    if (!mac || /^invalid$/i.test(found['valid']!)) return []
    const fixed = /^static$/i.test(found['type']!)
    return [
      {
        mac,
        ip: found['ip']!,
        vlan: Number(found['vlan']),
        port: `${found['kind']}${found['place']}`.toLowerCase(),
        onu: numberOf(found['onu'] ?? found['own']),
        remaining: fixed ? null : Number(found['lease']),
        type: found['type']!.toUpperCase(),
      },
    ]
  })
  return proven(rows, output, /mac|security/i, 'show dhcp security-table')
}

/** A row of `show service-port`. */
export interface ServicePort {
  id: number
  vlan: number | null
  slot: number
  port: number
  onu: number | null
  gem: number | null
  flowType: string | null
  flowParam: string | null
  action: string | null
  innerVlan: number | null
  innerPri: number | null
  up: boolean | null
  method: string | null
  config: string | null
}

/**
 * `show service-port …`: index, VLAN, port, ONU, GEM port, kind and value of the flow, action, inner VLAN and
 * priority, two traffic profiles, state, how it was made, state of the configuration.
 */
export function parseServicePorts(output: string): ServicePort[] {
  const rows = linesOf(output).flatMap((line): ServicePort[] => {
    const cells = line.split(/\s+/)
    const [id, place] = [numberOf(cells[0]), /^\d+\/(\d+)\/(\d+)$/.exec(cells[2] ?? '')]
    if (cells.length < 15 || id === null || !place) return []
    return [
      {
        id,
        vlan: numberOf(cells[1]),
        slot: Number(place[1]),
        port: Number(place[2]),
        onu: numberOf(cells[3]),
        gem: numberOf(cells[4]),
        flowType: cellOf(cells[5]),
        flowParam: cellOf(cells[6]),
        action: cellOf(cells[7]),
        innerVlan: numberOf(cells[8]),
        innerPri: numberOf(cells[9]),
        up: /^up$/i.test(cells[12]!) ? true : /^down$/i.test(cells[12]!) ? false : null,
        method: cellOf(cells[13]),
        config: cellOf(cells[14]),
      },
    ]
  })
  return proven(rows, output, /index|total/i, 'show service-port')
}

/** A row of `show ont blacklist`: `<number> <serial number>/<characters that count> <hits>`. */
export function parseBlacklist(output: string): string[] {
  const rows = linesOf(output).flatMap((line): string[] => {
    const [, serial] = /^\d+\s+([0-9A-Za-z]{4,16})\/\d{1,2}\s+\d+$/.exec(line) ?? []
    return serial === undefined ? [] : [parseOnuSerial(serial) ?? serial.toUpperCase()]
  })
  return proven(rows, output, /blacklist/i, 'show ont blacklist')
}
