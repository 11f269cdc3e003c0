import { parseMac } from '@linecard/driver-kit/codecs'

/** A DHCP lease in `show ip dhcp snooping dynamic`. */
export interface Binding {
  mac: string
  ip: string
  vlan: number
  /** Name of the port as the console writes it. */
  port: string
  /** Seconds. */
  remaining: number
}

const row =
  /^\s*\d{1,6}\s+([\da-f.]{14})\s+(\d{1,3}(?:\.\d{1,3}){3})\s+(\d{1,4})\s+dynamic\s+(\S{1,40})\s+\S{1,12}\s+(?:\d\s+)?(\d{1,4}):(\d\d):(\d\d)\s*$/i

/** The name of a port is cut after its slot, and continues on the next line. */
export function readBindings(text: string): Binding[] {
  const found: Binding[] = []
  let open = false
  for (const line of text.split('\n')) {
    const [, address = '', ip = '', vlan, port = '', hours, minutes, seconds] = row.exec(line) ?? []
    const mac = parseMac(address)
    if (mac !== null) {
      const remaining = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
      found.push({ mac, ip, vlan: Number(vlan), port, remaining })
      open = true
      continue
    }
    const more = /^\s*(\/\d[\d/.:]{0,20})\s*$/.exec(line)?.[1]
    if (open && more !== undefined) found.at(-1)!.port += more
    open = false
  }
  return found
}
