import type { Session } from '@linecard/driver-kit'
import { readIfTable, type IfRow } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import type { Places } from '@linecard/driver-kit/onus'
import { eponPort, ethernetPort, gponPort } from './indexes.ts'
import { ethernetKey, otherKey, parseName, placeOfKey, ponKey, type Named } from './place.ts'

/** ifDescr is the same for all ports of a kind. The place is in ifName, that of a PON port in ifIndex too. */
function placed(row: IfRow, name: string): Named | null {
  const named = parseName(name)
  if (named) return named
  const gpon = gponPort.decode(row.ifIndex)
  const at = gpon ?? eponPort.decode(row.ifIndex)
  return at && { ...at, onu: null, ethernet: false, technology: gpon ? 'gpon' : 'epon' }
}

/**
 * An Ethernet port without its name: ifIndex counts its port from 0 (MA5603T) or from 1 (MA562x), which
 * nothing else tells.
 */
const isUnplaced = (row: IfRow, name: string) =>
  parseName(name) === null && ethernetPort.decode(row.ifIndex) !== null

const noMac = '00:00:00:00:00:00'

/** Stable id, type and place of a row of ifTable. Rows of ONUs are left out: other tables have them. */
export function portShape(
  row: IfRow,
  { name, if_index }: Interface,
  namesLost: boolean,
): Partial<Interface> | null {
  // With another id it would be another port: it comes back with its name.
  if (namesLost && isUnplaced(row, name)) return null
  const mac_address = row.mac === noMac ? null : row.mac
  const at = placed(row, name)
  const id = at && (at.ethernet ? ethernetKey(at) : ponKey(at))
  if (!at || id === null) return { id: otherKey(if_index ?? row.ifIndex), mac_address }
  if (at.onu !== null) return null
  const { shelf: _frame, slot: _slot, port: _port, technology } = at
  const place = `${_frame}/${_slot}/${_port}`
  return {
    id,
    // Without ifName only ifIndex tells the port: it gets the name that the device would print.
    ...(!parseName(name) && { name: `${technology?.toUpperCase() ?? 'PON'} ${place}` }),
    _frame,
    _slot,
    _port,
    mac_address,
    ...(!at.ethernet && { type: 'PON', pontype: technology, _technology: technology }),
  }
}

export const readPorts = (session: Session): Promise<Interface[]> =>
  readIfTable(session, { shape: portShape })

/** Places of all SmartAX access nodes. */
export const places: Places = {
  keyOf: ponKey,
  placeOf: placeOfKey,
  parse: name => {
    const named = parseName(name)
    return named && !named.ethernet ? named : null
  },
  onuName: ({ shelf, slot, port, onu }, parent, technology) =>
    `${parent?.name ?? `${technology.toUpperCase()} ${shelf}/${slot}/${port}`}:${onu}`,
  portOf: ifIndex => gponPort.decode(ifIndex) ?? eponPort.decode(ifIndex),
  readPorts,
}
