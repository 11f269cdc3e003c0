import {
  DeviceError,
  enumeration,
  implement,
  integer,
  map,
  readRows,
  readTable,
  table,
  type Implementation,
  type RowOf,
} from '@linecard/driver-kit'
import { refOf, uniInterfacesStatus } from '@linecard/driver-kit/modules'
import { findInterface, onuPlace, uniModule, uniStatus, type Olt, type Uni } from '@linecard/driver-kit/onus'
import { epon, gpon } from '../columns.ts'
import { ponOnu } from '../place.ts'
import { select } from '../registers.ts'

const config = `${gpon}.8.15.1`
const rates = `${gpon}.7.16.1`

/** gOnuSrvInfoPortSpeed. */
const configured = {
  1: 'auto',
  2: '10-Half',
  3: '10-Full',
  4: '100-Half',
  5: '100-Full',
  6: '1000-Full',
  7: '1000-Half',
  8: '10000-Full',
  9: '2500-Full',
  10: '5000-Full',
  11: '25000-Full',
  12: '40000-Full',
} as const
/** gOnuCfgRateLimitTableSpeedStatus. */
const speeds = {
  0: 'auto',
  1: '10-Full',
  2: '100-Full',
  3: '1000-Full',
  4: '10-Half',
  5: '100-Half',
  6: '1000-Half',
  7: 'unknown',
  8: '10000-Full',
  9: '2500-Full',
  10: '5000-Full',
  11: '25000-Full',
  12: '40000-Full',
} as const

/** gOnuSrvInfoPortTable and gOnuCfgRateLimitTable have the same index. 0 is "on" and "up" in both. */
const gponUnis = table({
  admin: enumeration(`${config}.4`, { 0: 'Enabled', 1: 'Disabled' }),
  wanted: enumeration(`${config}.6`, configured),
  link: map(enumeration(`${rates}.6`, { 0: 'Up', 1: 'Down', 2: 'unknown' }), one =>
    one === 'unknown' ? null : one,
  ),
  speed: enumeration(`${rates}.4`, speeds),
})

function split(word: string | null): Pick<Uni, 'speed' | 'duplex'> {
  const [, speed, duplex] = /^(\d+)-(Full|Half)$/.exec(word ?? '') ?? []
  return { speed: speed ?? null, duplex: (duplex as 'Full' | 'Half' | undefined) ?? null }
}

/** uni_interfaces_status of GPON. */
export const gponUniModule = (olt: Olt): Implementation =>
  uniModule(olt, {
    columns: gponUnis,
    index: [ponOnu],
    shape: (num, { admin, wanted, link, speed }) => ({
      num,
      status: uniStatus(admin, link),
      admin_state: admin,
      ...split(link === 'Up' && admin !== 'Disabled' ? speed : null),
      admin_speed: wanted,
    }),
  })

/** Registers that choose the Ethernet port whose rows the tables below have (onuPortSet). */
export const uniSelector = { pon: `${epon}.5.3.1.0`, onu: `${epon}.5.3.2.0`, port: `${epon}.5.3.3.0` }
const basic = `${epon}.5.1.13.1`
const vlans = `${epon}.5.1.10.1`
const eponUnis = table({
  link: enumeration(`${basic}.4`, { 0: 'Down', 1: 'Up' }),
  admin: enumeration(`${basic}.5`, { 0: 'Disabled', 1: 'Enabled' }),
  negotiation: enumeration(`${basic}.6`, { 0: 'off', 1: 'on' }),
  flow: enumeration(`${basic}.7`, { 0: 'Disabled', 1: 'Enabled' }),
  vlan: integer(`${vlans}.5`),
})
const ofOnu = table({ ports: integer(`${epon}.2.1.6.1.6`) })
/** Ethernet ports that an ONU can have. */
const maxPorts = 24

const eponUni = (num: number, row: RowOf<typeof eponUnis>): Uni => ({
  num,
  status: uniStatus(row.admin, row.link),
  admin_state: row.admin,
  speed: null,
  duplex: null,
  admin_speed: row.negotiation === 'on' ? 'auto' : null,
  vlan: row.vlan,
  flow_control: row.flow,
})

/**
 * uni_interfaces_status of EPON: the tables have the port that registers select, so each ONU is read alone,
 * and the OLT is locked meanwhile.
 */
export const eponUniModule = (olt: Olt): Implementation =>
  implement(
    uniInterfacesStatus,
    async (session, args) => {
      if (args.interface === undefined)
        throw new DeviceError(
          'BadArgument',
          'This OLT shows the ports of one ONU at a time: give the name or bind key of an ONU',
          { argument: 'interface' },
        )
      const one = await findInterface(session, olt, args.interface)
      const { port: pon, onu } = onuPlace(olt.places, one)
      const index = `${pon}.${onu}`
      const { ports } = (await readRows(session, ofOnu, [index])).get(index) ?? {}
      const count = Math.min(maxPorts, Math.max(1, ports ?? 1))
      const found = new Map<number, Uni>()
      for (let port = 1; port <= count; port++) {
        if (found.has(port)) continue
        await select(session, [
          { oid: uniSelector.pon, value: pon },
          { oid: uniSelector.onu, value: onu },
          { oid: uniSelector.port, value: port },
        ])
        // Some firmware shows all ports of the selected ONU.
        for (const [at, row] of await readTable(session, eponUnis, { under: index })) {
          const num = Number(at.split('.').at(-1))
          found.set(num, eponUni(num, row))
        }
      }
      if (found.size === 0) return []
      return [{ interface: refOf(one), unis: [...found.values()].toSorted((a, b) => a.num - b.num) }]
    },
    { exclusive: true },
  )
