import { DeviceError } from '@linecard/driver-kit'
import { parseMac } from '@linecard/driver-kit/codecs'

/** A row of `show mac address-table`. `port` is the name as the console writes it. */
export interface Learned {
  vlan: number
  mac: string
  dynamic: boolean
  port: string
}

const row =
  /^\s*(?<vlan>\d{1,4})\s+(?<mac>[\da-f]{4}(?:\.[\da-f]{4}){2})\s+(?<type>[a-z]+)\s+(?<port>\S{1,64})\s*$/i
const heading = /mac address/i

/**
 * `show mac address-table`: VLAN, MAC address, DYNAMIC or STATIC, port.
 * @throws DeviceError ParseFailed for an output that is no such table: silence is no empty table
 */
export function parseMacTable(output: string): Learned[] {
  const rows = output.split('\n').flatMap((line): Learned[] => {
    const found = row.exec(line)?.groups
    const mac = found && parseMac(found['mac']!)
    return mac
      ? [
          {
            vlan: Number(found['vlan']),
            mac,
            dynamic: /^dynamic$/i.test(found['type']!),
            port: found['port']!,
          },
        ]
      : []
  })
  if (rows.length === 0 && !heading.test(output))
    throw new DeviceError(
      'ParseFailed',
      'The output of "show mac address-table" is no table of MAC addresses',
    )
  return rows
}
