import { enumeration, implement, integer, readTable, table, type Implementation } from '@linecard/driver-kit'
import { byIfIndex, fdbRow, fdbStatusWords, filterFdb, reportPortless } from '@linecard/driver-kit/builders'
import { macOf } from '@linecard/driver-kit/codecs'
import { fdb, interfacesList } from '@linecard/driver-kit/modules'
import { readVlanTable } from './xos-vlans.ts'

const mib = (number: string): string => `1.3.6.1.4.1.1916.1.${number}`

/** extremeFdbMacExosFdbTable of EXTREME-FDB-MIB. Index: MAC address, ifIndex of the VLAN. */
const macTable = table({
  port: integer(mib('16.4.1.3')),
  status: enumeration(mib('16.4.1.4'), fdbStatusWords),
})

/** fdb from EXTREME-FDB-MIB. */
export const xosFdb = (): Implementation =>
  implement(fdb, async (session, args) => {
    const ports = byIfIndex(await session.call(interfacesList, {}))
    const ids = await readVlanTable(session)
    let lost = 0
    const rows = [...(await readTable(session, macTable))].flatMap(([index, { port, status }]) => {
      const parts = index.split('.').map(Number)
      const address = parts.length === 7 ? macOf(parts.slice(0, 6)) : null
      const one = port === null ? undefined : ports.get(port)
      if (address === null || (port && !one)) lost++
      return address === null ? [] : [fdbRow(address, ids.get(String(parts[6]))?.id ?? null, one, status)]
    })
    reportPortless(session, macTable.port.oid, lost)
    return filterFdb(session, rows, args)
  })
