import { findInterface, forPorts, type Olt } from '@linecard/driver-kit/onus'
import {
  implement,
  interfaceIndex,
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
import { withMembers } from '../console/vlan-members.ts'
import { readPorts } from '../port-list.ts'

/** VLAN names. Index: VLAN id. */
const names1015 = table({ name: text(`${zte}.1015.20.2.1.2`) })
const names1082 = table({ name: text(`${zte}.1082.40.50.2.1.2.1.2`) })
const basePorts = table({ ifIndex: interfaceIndex('1.3.6.1.2.1.17.1.4.1.2') })

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
          // A number behind the last slot is no port.
          memberIfIndexes: list =>
            portsOf(list).map(port => (port < 256 * portsOfSlot ? ifIndexOfBridgePort(port) : [])),
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

/** `vlans` with names. The members are only on the command line. */
export const namedVlans = (): Implementation =>
  implement(vlans, async (session, args) => {
    const chosen = vlanIdsOf(args.vlan_id)
    const rows = (await readNamed(session)).filter(({ id }) => !chosen || chosen.has(id))
    return withMembers(session, rows, chosen)
  })

/** VLANs of Q-BRIDGE-MIB, else their names. */
const portVlans = implement(vlans, async (session, args) => {
  const chosen = vlanIdsOf(args.vlan_id)
  const bridged = await readBridge(session)
  return (bridged.length > 0 ? bridged : await readNamed(session)).filter(
    ({ id }) => !chosen || chosen.has(id),
  )
})

/**
 * vlans, vlans_by_port and pvid of uplinks from Q-BRIDGE-MIB. If the agent does not have it, only the names
 * of the VLANs; the console has the members of those that are asked by number.
 */
export const bridgeVlans = (olt: Olt): Implementation[] => {
  const ofPorts = pick(forPorts(olt, [portVlans]), vlans)
  return [
    implement(vlans, async (session, args) =>
      withMembers(
        session,
        (await ofPorts.run(session, args)) as typeof vlans.example,
        vlanIdsOf(args.vlan_id),
      ),
    ),
    ...forPorts(olt, [
      implement(vlansByPort, async (session, args) =>
        pivotVlans(
          await session.call(vlans, {}),
          args.interface === undefined
            ? await readPorts(session)
            : [await findInterface(session, olt, args.interface)],
        ),
      ),
      pick(qBridgeVlans(), pvid),
    ]),
  ]
}
