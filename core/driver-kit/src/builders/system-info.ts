import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { system } from '../modules/index.ts'
import {
  integer,
  mac,
  oidValue,
  readRows,
  readScalars,
  readWhole,
  table,
  text,
  type Column,
} from '../table/index.ts'
import { ticksWrapSec, durationText } from './duration.ts'
import { realText } from './entity.ts'
import { sysUpTime } from './if-mib.ts'

/**
 * SNMPv2-MIB system group; snmpEngineTime (SNMP-FRAMEWORK-MIB) is in seconds and does not wrap;
 * dot1dBaseBridgeAddress (BRIDGE-MIB).
 */
const scalars = table({
  descr: text('1.3.6.1.2.1.1.1.0'),
  object_id: oidValue('1.3.6.1.2.1.1.2.0'),
  uptime: sysUpTime,
  contact: text('1.3.6.1.2.1.1.4.0'),
  name: text('1.3.6.1.2.1.1.5.0'),
  location: text('1.3.6.1.2.1.1.6.0'),
  engineTime: integer('1.3.6.1.6.3.10.2.1.3.0'),
  mac: mac('1.3.6.1.2.1.17.1.1.0'),
})

const entityClass = table({
  kind: integer('1.3.6.1.2.1.47.1.1.1.1.5'),
  within: integer('1.3.6.1.2.1.47.1.1.1.1.4'),
})
/** ENTITY-MIB entPhysicalTable (RFC 6933): facts of the chassis. */
const chassisRow = table({
  board_hardware_ver: text('1.3.6.1.2.1.47.1.1.1.1.8'),
  firmware: text('1.3.6.1.2.1.47.1.1.1.1.9'),
  software: text('1.3.6.1.2.1.47.1.1.1.1.10'),
  serial_num: text('1.3.6.1.2.1.47.1.1.1.1.11'),
  vendor_name: text('1.3.6.1.2.1.47.1.1.1.1.12'),
})
/** PhysicalClass: 3 chassis, 9 module, 10 port. */
const classOrder = [3, 9]
const port = 10
const keepMs = 3_600_000

/** Facts of a device that rarely change. Vendors keep them in different objects. */
export interface SystemFacts {
  serial_num?: Column<string>
  mac_addr?: Column<string>
  vendor_name?: Column<string>
  board_software_ver?: Column<string>
  board_hardware_ver?: Column<string>
}

/** What `system` reads beside SNMPv2-MIB. By default facts of the chassis from ENTITY-MIB. */
export interface SystemOptions {
  /** Maker, for devices that do not report it. */
  vendor?: string
  /** The vendor's own scalars; they win over ENTITY-MIB. */
  facts?: SystemFacts
  /** The agent has no ENTITY-MIB, so it is not read. */
  noEntity?: true
}

/**
 * What ENTITY-MIB says about the chassis, or about the first module that has a serial number. A module inside
 * a port is a transceiver with its own serial number.
 */
function readChassis(session: Session) {
  return session.memo(
    'chassis',
    async () => {
      const { rows: classes, lost } = await readWhole(session, entityClass)
      const parts = [...classes].filter(([, { within }]) => classes.get(String(within))?.kind !== port)
      // Where a class is unknown, another part must not take the place of the chassis.
      const isKnown = !lost.has('kind') && parts.every(([, { kind }]) => kind !== null)
      const order = isKnown ? classOrder : classOrder.slice(0, 1)
      const wanted = order
        .flatMap(kind => parts.filter(([, row]) => row.kind === kind).map(([index]) => index))
        .slice(0, 8)
      if (wanted.length === 0) return null
      const rows = await readRows(session, chassisRow, wanted)
      const chosen =
        wanted.map(index => rows.get(index)).find(row => realText(row?.serial_num)) ?? rows.get(wanted[0]!)
      return chosen ?? null
    },
    keepMs,
  )
}

/**
 * Seconds since start. sysUpTime wraps at 497 days; if snmpEngineTime is the same plus whole wraps, it is the
 * correct value (fault 14).
 */
export function uptimeSeconds(sysUpTimeSec: number | null, engineTimeSec: number | null): number | null {
  if (sysUpTimeSec === null || engineTimeSec === null || engineTimeSec <= sysUpTimeSec) return sysUpTimeSec
  const wraps = Math.round((engineTimeSec - sysUpTimeSec) / ticksWrapSec)
  return wraps > 0 && Math.abs(engineTimeSec - sysUpTimeSec - wraps * ticksWrapSec) < 300
    ? engineTimeSec
    : sysUpTimeSec
}

const realMac = (address: string | null): string | null => (address === '00:00:00:00:00:00' ? null : address)

/** The `system` module from SNMPv2-MIB, ENTITY-MIB and the vendor's own objects. */
export const systemInfo = ({ vendor, facts = {}, noEntity }: SystemOptions = {}): Implementation =>
  implement(
    system,
    async session => {
      const { key, name, type, ports = null } = session.model
      const row = await readScalars(session, scalars)
      const own =
        Object.keys(facts).length > 0
          ? await readScalars(session, facts as Record<string, Column<string>>)
          : {}
      const chassis = noEntity ? null : await readChassis(session)
      const uptime = uptimeSeconds(row.uptime, row.engineTime)
      const fact = (field: keyof SystemFacts): string | null =>
        (own as Record<string, string | null>)[field] ?? null
      return {
        descr: row.descr,
        object_id: row.object_id,
        uptime: uptime === null ? null : durationText(uptime),
        uptime_sec: uptime === null ? null : String(uptime),
        contact: row.contact,
        name: row.name,
        location: row.location,
        mac_addr: realMac(fact('mac_addr')) ?? realMac(row.mac),
        serial_num: fact('serial_num') ?? realText(chassis?.serial_num),
        vendor_name: fact('vendor_name') ?? realText(chassis?.vendor_name) ?? vendor ?? null,
        board_software_ver:
          fact('board_software_ver') ?? realText(chassis?.software) ?? realText(chassis?.firmware),
        board_hardware_ver: fact('board_hardware_ver') ?? realText(chassis?.board_hardware_ver),
        meta: { key, name, type, ports },
      }
    },
    { source: 'SNMPv2-MIB' },
  )
