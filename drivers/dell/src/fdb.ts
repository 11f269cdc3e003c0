import {
  implement,
  interfaceIndex,
  oidParts,
  readTable,
  table,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import {
  fdbRow,
  filterFdb,
  readBridgeFdb,
  readBridgePorts,
  readQBridgeFdb,
  type FdbRow,
} from '@linecard/driver-kit/builders'
import { macAtEnd } from '@linecard/driver-kit/codecs'
import { fdb } from '@linecard/driver-kit/modules'

/** dot1qTpFdbPort. Index: FDB id, MAC address. */
const stations = table({ port: interfaceIndex('1.3.6.1.2.1.17.7.1.2.2.1.2') })

/**
 * Some releases count ports from 1 in dot1qTpFdbTable and from 0 in dot1dBasePortTable (seen on an S4048 with
 * 9.x). If no entry has a port, and every entry has a port at the number minus one, that port is used.
 */
async function shifted(session: Session, rows: readonly FdbRow[]): Promise<readonly FdbRow[]> {
  if (rows.some(row => row.interface !== null)) return rows
  const ports = await readBridgePorts(session)
  const places = [...(await readTable(session, stations))].flatMap(([index, { port }]) =>
    macAtEnd(oidParts(index), 1) === null ? [] : [{ port, one: port ? ports(port - 1) : undefined }],
  )
  // Port 0 is the switch itself.
  const none = places.every(({ port }) => !port) || places.some(({ port, one }) => port && !one)
  return places.length !== rows.length || none
    ? rows
    : rows.map((row, at) => fdbRow(row.mac_address, row.vlan_id, places[at]!.one, row.status))
}

/** `fdb` of Networking OS 9. */
export const os9Fdb = (): Implementation =>
  implement(fdb, async (session, args) => {
    const rows = await readQBridgeFdb(session)
    return filterFdb(
      session,
      rows.length > 0 ? await shifted(session, rows) : await readBridgeFdb(session),
      args,
    )
  })
