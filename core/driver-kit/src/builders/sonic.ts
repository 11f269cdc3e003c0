import { implement, type Implementation } from '../contract/implementation.ts'
import type { ResultOf } from '../contract/module.ts'
import { pick, without } from '../contract/pick.ts'
import type { Session } from '../contract/session.ts'
import { fdb, interfacesList, lldpInfo, pvid, vlanIdsOf, vlans, vlansByPort } from '../modules/index.ts'
import { map, text } from '../table/index.ts'
import { bgp4 } from './bgp4.ts'
import { entityInventory, sfpDiagnostics } from './entity-inventory.ts'
import type { EntitySensorOptions } from './entity-optics.ts'
import { entitySensors } from './entity-sensors.ts'
import { filterFdb } from './fdb-rows.ts'
import { hostResources } from './host-resources.ts'
import { lldp } from './lldp.ts'
import { readQBridgeFdb } from './q-bridge-fdb.ts'
import { qBridgeVlans } from './q-bridge-vlans.ts'
import { switchMibs } from './standard.ts'
import { systemInfo } from './system-info.ts'

/** Index of ports in entPhysicalTable: this number + ifIndex × 100 + kind of sensor × 10 + lane. */
const portIndexes = 1_000_000_000
/** The highest ifIndex of a port. Above are the management port and VLANs. */
const maxPort = 9_999

/** `DOM RX Power Sensor for etp7/3`: the lane follows the name of the port. */
const laneLabel = /\bDOM [TR]X (?:Power|Bias) Sensor for (\S*[A-Za-z]\S*)\/(\d{1,2})$/

const inPorts: EntitySensorOptions = {
  ifIndexOf: index => {
    const ifIndex = Math.floor((index - portIndexes) / 100)
    return ifIndex >= 1 && ifIndex <= maxPort ? ifIndex : null
  },
  nameIn: label => laneLabel.exec(label)?.[1] ?? null,
  laneOf: label => {
    const lane = laneLabel.exec(label)?.[2]
    return lane === undefined ? null : Number(lane)
  },
}

/**
 * Releases without dot1qVlanStaticTable: the VLANs that are interfaces (`Vlan20`). No table has their
 * members, and the answer says so.
 */
const sonicVlans = (): Implementation[] => {
  const standard = qBridgeVlans()
  const unknown = (session: Session, what: string) => session.report({ what, reason: 'unknown_value' })
  return [
    ...without(standard, vlans, pvid),
    implement(vlans, async (session, args) => {
      const rows = (await pick(standard, vlans).run(session, args)) as ResultOf<typeof vlans>
      if (rows.length > 0) return rows
      const wanted = vlanIdsOf(args.vlan_id)
      const found = (await session.call(interfacesList, {})).flatMap(({ name }) => {
        const id = Number(/^Vlan(\d{1,4})$/i.exec(name)?.[1])
        return id >= 1 && id <= 4094 && (!wanted || wanted.has(id))
          ? [{ id, name: null, status: null, ports: null }]
          : []
      })
      if (found.length > 0) unknown(session, 'ports of VLANs')
      return found
    }),
    implement(pvid, async (session, args) => {
      const rows = (await pick(standard, pvid).run(session, args)) as ResultOf<typeof pvid>
      if (rows.length === 0 && (await session.call(vlans, {})).length > 0) unknown(session, 'pvid')
      return rows
    }),
  ]
}

/**
 * dot1qTpFdbPort is the ifIndex, and dot1dBasePortTable counts from another number (ifIndex − 1). A release
 * whose entries are bridge ports shows it: some entry is no interface, and all are bridge ports.
 */
const sonicFdb = (): Implementation =>
  implement(fdb, async (session, args) => {
    const byIfIndex = await readQBridgeFdb(session, { indexIsVlan: true, offset: 0 })
    const unknown = byIfIndex.some(row => row.interface === null)
    const byPort = unknown ? await readQBridgeFdb(session, { indexIsVlan: true }) : []
    const fits = byPort.length > 0 && byPort.every(row => row.interface !== null)
    return filterFdb(session, fits ? byPort : byIfIndex, args)
  })

/** `SONiC Software Version: SONiC.202205.1 - HwSku: Accton-AS7726-32X - Distribution: …`. */
const version = map(
  text('1.3.6.1.2.1.1.1.0'),
  descr => /^"?SONiC Software Version: (\S+)/.exec(descr)?.[1] ?? null,
)

/**
 * What SONiC of any maker answers over SNMP (sonic-snmpagent beside Net-SNMP). It deviates from the standard
 * MIBs in the ports of the FDB, in entPhysicalIndex (it contains the ifIndex of a transceiver), in the
 * lane of a sensor (part of its label) and in the fans: their speed is a share without unit, so it is
 * unknown.
 */
export const sonicMibs = (vendor?: string): Implementation[] => [
  systemInfo({ ...(vendor ? { vendor } : {}), facts: { board_software_ver: version } }),
  hostResources({ parts: true }),
  ...entitySensors(inPorts),
  entityInventory(inPorts),
  sfpDiagnostics(),
  ...without(switchMibs(), fdb, lldpInfo, vlans, pvid, vlansByPort),
  ...sonicVlans(),
  sonicFdb(),
  // lldpLocPortNum is the ifIndex too.
  lldp({ ifIndexOf: port => port }),
  ...bgp4(),
]
