import {
  DeviceError,
  enumeration,
  implement,
  integer,
  ip,
  readTable,
  stationMac,
  table,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import { fdb, hostFilter, snoopingInfo } from '@linecard/driver-kit/modules'
import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { switching } from './columns.ts'

const entry = `${switching}.7.3.7.2.1`
const bindings = table({
  mac: stationMac(`${entry}.2`),
  ip: ip(`${entry}.3`),
  lease: integer(`${entry}.4`),
  kind: enumeration(`${entry}.5`, { 1: 'Static', 2: 'Dynamic' }),
  vlan: integer(`${entry}.6`),
})

/** MAC addresses with their ports; none where the firmware does not give them: bindings have no port then. */
async function learned(session: Session, port: number | undefined): Promise<ResultOf<typeof fdb>> {
  try {
    return await session.call(fdb, port === undefined ? {} : { interface: port })
  } catch (error) {
    if (!(error instanceof DeviceError) || error.kind !== 'Unsupported') throw error
    session.report({ what: 'fdb', reason: 'rejected' })
    return []
  }
}

/** snooping_info: the table of bindings has no port, so it comes from `fdb` by VLAN and MAC address. */
export const snooping = (olt: Olt): Implementation =>
  implement(
    snoopingInfo,
    async (session, args) => {
      const fits = hostFilter({ ...args, mac: args.mac_address })
      const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
      const ports = new Map(
        (await learned(session, one?.id)).map(row => [`${row.vlan_id} ${row.mac_address}`, row.interface]),
      )
      return [...(await readTable(session, bindings)).values()].flatMap(row => {
        if (row.mac === null || row.ip === null) return []
        const at = ports.get(`${row.vlan} ${row.mac}`) ?? null
        if (!fits({ ...row, vlan_id: row.vlan }) || (one && at?.id !== one.id)) return []
        return [
          {
            interface: at,
            mac_address: row.mac,
            vlan_id: row.vlan,
            ip: row.ip,
            remaining: row.kind === 'Dynamic' ? row.lease : null,
            _type: row.kind,
          },
        ]
      })
    },
    { joins: ['V1600D-MIB'] },
  )
