import {
  enumeration,
  implement,
  integer,
  readTable,
  table,
  text,
  type Implementation,
} from '@linecard/driver-kit'
import { uniInterfacesVlans } from '@linecard/driver-kit/modules'
import { readUnis, uniModule, uniStatus, type Olt } from '@linecard/driver-kit/onus'
import { bdcom, onOff, upDown } from '../columns.ts'
import { byIfIndex } from '../index-map.ts'

/** onuUniTable of NMS-EPON-ONU. Index: ifIndex of the ONU, number of the port. */
export const eponUni = `${bdcom}.101.12.1.1`
const eponColumns = table({
  admin: onOff(`${eponUni}.7`),
  link: upDown(`${eponUni}.8`),
  duplex: enumeration(`${eponUni}.9`, { 1: 'Full', 2: 'Half', 3: 'Auto' }),
  speed: enumeration(`${eponUni}.10`, { 1: '10', 2: '100', 3: '1000', 4: 'Auto' }),
  flow: onOff(`${eponUni}.11`),
})

/** uni_interfaces_status of EPON ONUs. */
export const eponUnis = (olt: Olt): Implementation =>
  uniModule(olt, {
    columns: eponColumns,
    index: byIfIndex(olt.places),
    shape: (num, { admin, link, duplex, speed, flow }) => ({
      num,
      status: uniStatus(admin, link),
      admin_state: admin,
      speed: link !== 'Up' || speed === 'Auto' ? null : speed,
      duplex: link !== 'Up' || duplex === 'Auto' ? null : duplex,
      ...(flow !== null && { flow_control: flow }),
    }),
  })

const eponVlanColumns = table({
  pvid: integer(`${eponUni}.3`, { none: [0] }),
  mode: enumeration(`${eponUni}.18`, {
    0: 'Transparent',
    1: 'Tagged',
    2: 'Translation',
    3: 'Aggregation',
    4: 'Trunk',
    5: 'Stacking',
  }),
})

/** uni_interfaces_vlans of EPON ONUs. */
export const eponUniVlans = (olt: Olt): Implementation =>
  implement(uniInterfacesVlans, (session, args) =>
    readUnis(
      session,
      olt,
      {
        columns: eponVlanColumns,
        index: byIfIndex(olt.places),
        shape: (num, { pvid, mode }) => ({ num, pvid, pvid_mode: mode }),
      },
      args.interface,
    ),
  )

/** gponOnuUniTable of NMS-GPON-MIB. Index: ifIndex of the ONU, number of the port. */
export const gponUni = `${bdcom}.10.4.1.1`

/** uni_interfaces_status of GPON ONUs. */
export const gponUnis = (olt: Olt): Implementation =>
  uniModule(olt, {
    columns: table({ admin: onOff(`${gponUni}.3`), link: upDown(`${gponUni}.4`) }),
    index: byIfIndex(olt.places),
    shape: (num, { admin, link }) => ({
      num,
      status: uniStatus(admin, link),
      admin_state: admin,
      speed: null,
      duplex: null,
    }),
  })

/** VLAN profiles of ONUs. Index: number of the profile. */
const profile = `${bdcom}.10.6.1.1.1`
export const vlanProfiles = table({
  name: text(`${profile}.2`),
  mode: enumeration(`${profile}.3`, {
    1: 'transparent',
    2: 'tag',
    3: 'translation',
    4: 'vlan-stacking',
    5: 'aggregation',
    6: 'trunk',
  }),
  pvid: integer(`${profile}.4`, { none: [0] }),
  trunk: text(`${profile}.5`),
})
const modeWords = {
  transparent: 'Transparent',
  tag: 'Tagged',
  translation: 'Translation',
  'vlan-stacking': 'Stacking',
  aggregation: 'Aggregation',
  trunk: 'Trunk',
} as const

/** uni_interfaces_vlans of GPON ONUs: the VLAN profile of each port. */
export const gponUniVlans = (olt: Olt): Implementation =>
  implement(uniInterfacesVlans, async (session, args) => {
    const profiles = await readTable(session, vlanProfiles)
    return readUnis(
      session,
      olt,
      {
        columns: table({ id: integer(`${gponUni}.6`, { none: [0] }) }),
        index: byIfIndex(olt.places),
        shape: (num, { id }) => {
          const { name = null, mode = null, pvid = null, trunk = null } = profiles.get(String(id)) ?? {}
          const pvid_mode = mode === null ? null : modeWords[mode]
          return { num, pvid, pvid_mode, id, name, trunk_vlans: trunk }
        },
      },
      args.interface,
    )
  })
