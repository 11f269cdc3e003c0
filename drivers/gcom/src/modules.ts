import {
  DeviceError,
  enumeration,
  implement,
  integer,
  map,
  octets,
  readScalars,
  readTable,
  table,
  type Implementation,
} from '@linecard/driver-kit'
import { fdbRow, reportPortless } from '@linecard/driver-kit/builders'
import { macOf, parseMac } from '@linecard/driver-kit/codecs'
import {
  fdb,
  interfacesList,
  macsOf,
  ponPortsOptical,
  refOf,
  sysResources,
  vlanIdsOf,
  wanted,
} from '@linecard/driver-kit/modules'
import { findInterface, onuPlace, uniModule, uniStatus, type Olt } from '@linecard/driver-kit/onus'
import { dbm, epon, gcom, measured } from './columns.ts'
import { keyOf, slotPortOnu } from './place.ts'

const entry = `${epon}.3.16.1`
/** MAC addresses behind ONUs. Index: slot, port, ONU, number. */
const learned = table({
  mac: map(octets(`${entry}.5`), bytes => macOf(bytes) ?? parseMac(bytes.toString('latin1'))),
  // The table fills its unused rows with numbers that are no VLANs.
  vlan: map(integer(`${entry}.7`), value => (value >= 0 && value <= 4096 ? value : null)),
})

/** fdb: rows with a number that is no VLAN are unused. */
export const onuFdb = (olt: Olt): Implementation =>
  implement(fdb, async (session, args) => {
    const [macs, vlans] = [macsOf(args.mac), vlanIdsOf(args.vlan_id)]
    const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
    if (one && one.type !== 'ONU' && one.type !== 'PON') return []
    const place = one && olt.places.placeOf(one.id)
    const under = place
      ? one.type === 'ONU'
        ? slotPortOnu.encode(onuPlace(olt.places, one))!
        : slotPortOnu.under!(place)
      : undefined
    const known = new Map(
      one?.type === 'ONU'
        ? [[one.id, one]]
        : (await session.call(interfacesList, { type: 'ONU', ...(one && { parent: one.id }) })).map(onu => [
            onu.id,
            onu,
          ]),
    )
    const read = await readTable(session, learned, under === undefined ? {} : { under })
    // No OLT works without any MAC address: an empty table is one that the firmware does not have.
    if (under === undefined && read.size === 0)
      throw new DeviceError('Unsupported', 'This firmware does not give its MAC addresses over SNMP.')
    let lost = 0
    const rows = [...read].flatMap(([at, row]) => {
      if (row.vlan === null) return []
      if (row.mac === null) {
        lost++
        return []
      }
      const onu = slotPortOnu.decode(at.split('.').slice(0, 3).join('.'))
      const id = onu && keyOf(onu)
      return [fdbRow(row.mac, row.vlan, id === null ? undefined : known.get(id), null)]
    })
    reportPortless(session, entry, lost + rows.filter(row => row.interface === null).length)
    return rows.filter(
      row =>
        (!macs || macs.has(row.mac_address)) &&
        (!vlans || vlans.has(row.vlan_id!)) &&
        (one?.type !== 'ONU' || row.interface?.id === one.id),
    )
  })

const ports = `${epon}.4.1.1`
const vlans = `${epon}.4.2.1.1`
/** Ethernet ports of ONUs: slot, port, ONU, number. */
export const uniAdmin = `${ports}.5`
const unis = table({
  admin: enumeration(uniAdmin, { 0: 'Disabled', 1: 'Disabled', 2: 'Enabled' }),
  link: enumeration(`${ports}.6`, { 0: 'Down', 1: 'Up' }),
  vlan: map(integer(`${vlans}.8`), value => (value > 0 && value <= 4094 ? value : null)),
})

/** uni_interfaces_status. */
export const uniPorts = (olt: Olt): Implementation =>
  uniModule(olt, {
    columns: unis,
    index: [slotPortOnu],
    shape: (num, { admin, link, vlan }) => ({
      num,
      status: uniStatus(admin, link),
      admin_state: admin,
      speed: null,
      duplex: null,
      vlan,
    }),
  })

const modules = `${epon}.2.2.1`
/** eponPonOpmTable: the transceivers of the OLT. The last number of the index is the PON port. */
const transceivers = table({
  temp: measured(`${modules}.3`, 150),
  voltage: measured(`${modules}.4`, 20),
  bias: measured(`${modules}.5`, 1000),
  tx: dbm(`${modules}.6`),
})

/** pon_ports_optical. */
export const ponOptical = (olt: Olt): Implementation =>
  implement(ponPortsOptical, async (session, args) => {
    const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
    const all = one ? [one] : await session.call(interfacesList, { type: 'PON', root: true })
    const rows = new Map(
      [...(await readTable(session, transceivers))].map(([at, row]) => [Number(at.split('.').at(-1)), row]),
    )
    const value = (field: string, number: number | null) => (wanted(args.load_only, field) ? number : null)
    return all.flatMap(port => {
      const row = port.type === 'PON' ? rows.get(port._port ?? -1) : undefined
      return row && Object.values(row).some(cell => cell !== null)
        ? [
            {
              interface: refOf(port),
              temp: value('temp', row.temp),
              voltage: value('voltage', row.voltage),
              bias: value('bias', row.bias),
              tx: value('tx', row.tx),
            },
          ]
        : []
    })
  })

const device = `${gcom}.2.1.1.2`
const loads = table({
  idle: integer(`${device}.11.0`),
  total: integer(`${device}.12.0`),
  free: integer(`${device}.13.0`),
})
const store = (util: number | null) =>
  util === null ? null : { util, _total: null, _used: null, _free: null }

/** sys_resources. The unit of the memory is not known, so it is given in percent only. */
export const resources = implement(sysResources, async (session, args) => {
  const { idle, total, free } = await readScalars(session, loads)
  const cpu = idle !== null && idle >= 0 && idle <= 100 ? 100 - idle : null
  const memory =
    total && free !== null && free >= 0 && free <= total
      ? Math.round((1 - free / total) * 10_000) / 100
      : null
  return {
    cpu: cpu !== null && wanted(args.load_only, 'cpu') ? { util: cpu, _cpu_count: null } : null,
    memory: wanted(args.load_only, 'memory') ? store(memory) : null,
    disk: null,
    interfaces: null,
    cards: null,
    fans: null,
  }
})
