import type { Session } from '@linecard/driver-kit'
import { readIfTable, type IfRow } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { physicalPort } from './indexes.ts'
import { groupKey, keyOf, parseName, type Named } from './place.ts'

/**
 * The name from the agent shows the kind of a port in a slot. If the agent gives no name, the ifIndex gives
 * the place, and nothing says which of the technologies with the ifType "gpon" the port has.
 */
function placed(row: IfRow, name: string): Named | null {
  const named = parseName(name)
  if (named || row.name !== null || row.descr !== null) return named
  const at = physicalPort.decode(row.ifIndex)
  return at && { ...at, onu: 0, prefix: '', technology: null }
}
/** ifType "gpon" of IANAifType-MIB: also that of XGS-PON. */
const gponType = 250

/** ifPhysAddress of PON ports. It means that the port has no address. */
const noMac = '00:00:00:00:00:00'

/**
 * Stable id, type and place of a row of ifTable. Rows of ONUs and their virtual ports are left out, because
 * ONUs come from other tables.
 */
export function portShape(row: IfRow, { name }: Interface): Partial<Interface> | null {
  const mac_address = row.mac === noMac ? null : row.mac
  const group = /^smartgroup(\d{1,5})$/i.exec(name)
  if (group) return { id: groupKey(Number(group[1])), type: 'LACP', mac_address }
  const at = placed(row, name)
  if (!at) return { mac_address }
  if (at.onu > 0 || /onu|vport/i.test(name)) return null
  const id = keyOf(at)
  if (id === null) return { mac_address }
  const { shelf: _frame, slot: _slot, port: _port, technology } = at
  return {
    id,
    _frame,
    _slot,
    _port,
    mac_address,
    ...((technology || row.ifType === gponType) && {
      type: 'PON',
      pontype: technology,
      _technology: technology,
    }),
  }
}

/** Ports of the device without its ONUs: physical, PON, aggregates, VLANs, management. */
export const readPorts = (session: Session): Promise<Interface[]> =>
  readIfTable(session, { shape: portShape })
