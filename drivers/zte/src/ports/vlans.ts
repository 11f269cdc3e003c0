import {
  implement,
  integer,
  pick,
  readTable,
  table,
  text,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { pivotVlans, qBridgeVlans, readVlans } from '@linecard/driver-kit/builders'
import { portsOf } from '@linecard/driver-kit/codecs'
import { pvid, vlanIdsOf, vlans, vlansByPort } from '@linecard/driver-kit/modules'
import { zte } from '../columns.ts'
import { physicalPort } from '../indexes.ts'
import type { OnuTrees } from '../onus/tree.ts'
import { forPorts } from '../onus/for-ports.ts'
import { findInterface } from '../onus/interfaces.ts'
import { readPorts } from '../port-list.ts'

/** VLAN names. Index: VLAN id. */
const names1015 = table({ name: text(`${zte}.1015.20.2.1.2`) })
const names1082 = table({ name: text(`${zte}.1082.40.50.2.1.2.1.2`) })
const basePorts = table({ ifIndex: integer('1.3.6.1.2.1.17.1.4.1.2') })

/**
 * Bridge ports of one slot. The agent has no dot1dBasePortTable. Its port lists use 64 numbers for each
 * slot: port 257 is port 1 of slot 4.
 */
const portsOfSlot = 64
export const ifIndexOfBridgePort = (bridgePort: number): number =>
  physicalPort.encode({
    shelf: 1,
    slot: Math.floor(bridgePort / portsOfSlot),
    port: bridgePort % portsOfSlot,
  })

/** VLANs of Q-BRIDGE-MIB, if the agent has it. */
async function readBridge(session: Session) {
  const hasQBridge = (await readTable(session, basePorts)).size > 0
  return readVlans(
    session,
    hasQBridge
      ? {}
      : {
          memberIfIndexes: list =>
            portsOf(list)
              .filter(port => port < 256 * portsOfSlot)
              .map(ifIndexOfBridgePort),
        },
  )
}

async function readNamed(session: Session) {
  const rows = new Map([...(await readTable(session, names1015)), ...(await readTable(session, names1082))])
  return [...rows]
    .map(([id, { name }]) => ({ id: Number(id), name, status: null, ports: null }))
    .filter(({ id }) => id >= 1 && id <= 4094)
    .toSorted((a, b) => a.id - b.id)
}

/** `vlans` with names only. The members are only on the command line. */
export const namedVlans = (): Implementation =>
  implement(vlans, async (session, args) => {
    const chosen = vlanIdsOf(args.vlan_id)
    return (await readNamed(session)).filter(({ id }) => !chosen || chosen.has(id))
  })

/**
 * vlans, vlans_by_port and pvid of uplinks from Q-BRIDGE-MIB. If the agent does not have it, only the names
 * of the VLANs.
 */
export const bridgeVlans = (trees: OnuTrees): Implementation[] =>
  forPorts(trees, [
    implement(vlans, async (session, args) => {
      const chosen = vlanIdsOf(args.vlan_id)
      const bridged = await readBridge(session)
      return (bridged.length > 0 ? bridged : await readNamed(session)).filter(
        ({ id }) => !chosen || chosen.has(id),
      )
    }),
    implement(vlansByPort, async (session, args) =>
      pivotVlans(
        await session.call(vlans, {}),
        args.interface === undefined
          ? await readPorts(session)
          : [await findInterface(session, trees, args.interface)],
      ),
    ),
    pick(qBridgeVlans(), pvid),
  ])
