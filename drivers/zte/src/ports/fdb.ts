import {
  enumeration,
  implement,
  integer,
  oidParts,
  readTable,
  table,
  type Implementation,
} from '@linecard/driver-kit'
import { filterFdb, fdbRow, fdbStatusWords } from '@linecard/driver-kit/builders'
import { macOf } from '@linecard/driver-kit/codecs'
import { fdb, interfacesList } from '@linecard/driver-kit/modules'

/** dot1qTpFdbTable (Q-BRIDGE-MIB, RFC 4363); the index is VLAN id and MAC address. */
const dot1qTpFdb = table({
  port: integer('1.3.6.1.2.1.17.7.1.2.2.1.2'),
  status: enumeration('1.3.6.1.2.1.17.7.1.2.2.1.3', fdbStatusWords),
})

/**
 * MAC addresses of the uplinks; those behind ONUs are only on the command line. C320 of firmware 2.1 puts an
 * ifIndex where the MIB wants a bridge port. Some of that firmware have no such table (`.17` answers
 * noSuchObject): an OLT without a single MAC does not exist, so that is reported.
 */
export const uplinkFdb = (): Implementation =>
  implement(fdb, async (session, args) => {
    const rows = await readTable(session, dot1qTpFdb)
    if (rows.size === 0) session.report({ what: 'dot1qTpFdbTable', reason: 'rejected', rows: 0 })
    const ports = new Map(
      (await session.call(interfacesList, { root: true })).map(one => [one.if_index, one]),
    )
    return filterFdb(
      session,
      [...rows].flatMap(([index, { port, status }]) => {
        const parts = oidParts(index)
        const mac = macOf(parts.slice(-6))
        return mac === null || parts.length < 7
          ? []
          : [fdbRow(mac, parts[0]!, port === null ? undefined : ports.get(port), status)]
      }),
      args,
    )
  })
