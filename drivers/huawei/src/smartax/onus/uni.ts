import {
  enumeration,
  implement,
  integer,
  map,
  table,
  type Column,
  type Implementation,
} from '@linecard/driver-kit'
import { uniInterfacesStatus } from '@linecard/driver-kit/modules'
import { uniModule, uniStatus, usedTrees, type Olt, type Uni } from '@linecard/driver-kit/onus'
import { adminState } from '../columns.ts'
import { eponOnu, gponOnu } from '../indexes.ts'
import { devices } from '../nodes.ts'

const gpon = `${devices}.62.1`
const epon = `${devices}.81.1`
/** Admin state of an Ethernet port, by technology. SET 1 switches it on, 2 off. */
export const uniAdmin = { gpon: `${gpon}.5`, epon: `${epon}.7` } as const

const valid = <T extends string>(column: Column<T | 'Invalid'>): Column<T> =>
  map(column, word => (word === 'Invalid' ? null : word))
const duplex = (oid: string) =>
  valid(enumeration(oid, { 1: 'Half', 2: 'Full', 3: 'Auto', 4: 'AutoHalf', 5: 'AutoFull', [-1]: 'Invalid' }))
const speed = (oid: string, words: Readonly<Record<number, string>>) =>
  valid(enumeration(oid, { ...words, [-1]: 'Invalid' }))
const flow = (oid: string) => valid(enumeration(oid, { 1: 'Enabled', 2: 'Disabled', [-1]: 'Invalid' }))
const link = (oid: string) => valid(enumeration(oid, { 1: 'Up', 2: 'Down', [-1]: 'Invalid' }))

/** hwGponDeviceOntEthernet: a port with autonegotiation shows in one number that, and the speed in use. */
const gponColumns = table({
  duplex: duplex(`${gpon}.3`),
  speed: speed(`${gpon}.4`, {
    1: '10',
    2: '100',
    3: '1000',
    4: 'Auto',
    5: 'Auto10',
    6: 'Auto100',
    7: 'Auto1000',
  }),
  admin: adminState(uniAdmin.gpon),
  flow: flow(`${gpon}.6`),
  vlan: integer(`${gpon}.7`, { none: [-1, 0] }),
  kind: enumeration(`${gpon}.21`, { 24: 'FE', 34: 'GE', 47: 'Eth', 50: 'IpHost', [-1]: 'Invalid' }),
  link: link(`${gpon}.22`),
})
const eponColumns = table({
  duplex: duplex(`${epon}.3`),
  speed: speed(`${epon}.4`, {
    4: 'Auto',
    5: '10',
    6: '100',
    7: '1000',
    8: '10000',
    9: '10000',
    10: '10',
    100: '100',
    1000: '1000',
  }),
  vlan: integer(`${epon}.5`, { none: [-1, 0] }),
  admin: adminState(uniAdmin.epon),
  flow: flow(`${epon}.8`),
  link: link(`${epon}.31`),
})

interface Row {
  duplex: string | null
  speed: string | null
  admin: 'Enabled' | 'Disabled' | null
  flow: 'Enabled' | 'Disabled' | null
  vlan: number | null
  link: 'Up' | 'Down' | null
  kind?: string | null
}

/** Speed and duplex are those in use only while the link is up; else they are those configured. */
function shape(num: number, row: Row): Uni | null {
  const { kind, ...values } = row
  if (kind === 'IpHost') return null
  // An IP host has no values of a port. Where the kind did not arrive, such a row may be one.
  if (kind === null && Object.values(values).every(value => value === null)) return null
  const up = row.link === 'Up'
  const inUse = /^(?:Auto)?(\d+)$/.exec(row.speed ?? '')?.[1] ?? null
  const mode = /^(?:Auto)?(Full|Half)$/.exec(row.duplex ?? '')?.[1] as 'Full' | 'Half' | undefined
  return {
    num,
    status: uniStatus(row.admin, row.link),
    admin_state: row.admin,
    speed: up ? inUse : null,
    duplex: up ? (mode ?? null) : null,
    admin_speed: row.speed?.startsWith('Auto') ? 'Auto' : row.speed,
    ...(kind !== undefined && { type: kind === 'Invalid' ? null : kind }),
    vlan: row.vlan,
    ...(row.flow !== null && { flow_control: row.flow }),
  }
}

/** uni_interfaces_status of both technologies; only those that the device has are read. */
export function uniModules(olt: Olt): Implementation {
  const modules = {
    gpon: uniModule(olt, { columns: gponColumns, index: [gponOnu], shape }),
    epon: uniModule(olt, { columns: eponColumns, index: [eponOnu], shape }),
  }
  return implement(uniInterfacesStatus, async (session, args) => {
    const rows: (typeof uniInterfacesStatus.example)[number][] = []
    for (const { technology } of await usedTrees(session, olt)) {
      const { run } = modules[technology === 'epon' ? 'epon' : 'gpon']
      rows.push(...((await run(session, args)) as typeof rows))
    }
    return rows
  })
}
