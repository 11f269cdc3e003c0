import { cell, macText } from '../../../console/dialects/text.ts'
import { stationsOf, uniIsUp, unisOf } from '../../../olt/behind.ts'
import { identText } from '../../../olt/idents.ts'
import { isOnline } from '../../../olt/onu.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { foundOnus, onuAt } from '../../../olt/registrations.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { moment } from '../mibs/onu-columns.ts'
import { ponSection, running } from '../running.ts'
import { type CdataCommand, onuOf, portAt, portOf, refuse } from './names.ts'

const rule = '-'.repeat(78)

/** `43445443DEADBEEF (CDTC-DEADBEEF)`. */
const serialText = (serial: Buffer): string => {
  const hex = serial.toString('hex').toUpperCase()
  return `${hex} (${serial.toString('latin1', 0, 4)}-${hex.slice(8)})`
}

const behind = (onus: readonly Onu[], now: number) =>
  onus
    .filter(onu => isOnline(onu, now))
    .flatMap(onu =>
      stationsOf(onu).map(({ mac, vlan }) => ({ onu, vlan, mac: macText(mac, ':', 2).toUpperCase() })),
    )

/** FD16xx: Ethernet port of the ONU, ONU and GEM port are columns. */
const gponMacs = (onus: readonly Onu[], now: number): string => {
  const rows = behind(onus, now)
  return [
    rule,
    ' MAC               VLAN  VXLAN  Uni  Port          ONT  Gem  MAC-Type',
    rule,
    ...rows.map(
      ({ onu, vlan, mac }) =>
        ` ${mac} ${cell(vlan, 5)} -      1    ${cell(`gpon0/${onu.port.slot}/${onu.port.number}`, 13)} ` +
        `${cell(onu.id, 4)} 1    dynamic`,
    ),
    rule,
    ` Total: ${rows.length}`,
  ].join('\n')
}
/** FD12xx: the ONU is a column `with-ont-location`. */
const eponMacs = (onus: readonly Onu[], now: number): string => {
  const rows = behind(onus, now)
  return [
    ' MAC               VLAN  Port        ONU  MAC-Type',
    ...rows.map(
      ({ onu, vlan, mac }) =>
        ` ${mac} ${cell(vlan, 5)} ${cell(`pon0/${onu.port.slot}/${onu.port.number}`, 11)} ` +
        `${cell(onu.id, 4)} dynamic`,
    ),
    ` Total: ${rows.length}`,
  ].join('\n')
}

export const gponShows: readonly CdataCommand[] = [
  {
    syntax: 'show mac-address port pon <place> [ont <id>]',
    run(session, { place, id }) {
      const port = portAt(session, place!)
      const one =
        id === undefined ? undefined : (onuAt(port, Number(id)) ?? refuse('There is no ONT avaliable.'))
      return gponMacs(one ? [one] : port.onus, session.olt.now())
    },
  },
  { syntax: 'show mac-address all', run: ({ olt }) => gponMacs(olt.onus, olt.now()) },
  {
    syntax: 'show ont autofind all',
    run({ olt }) {
      const { list } = foundOnus(olt, olt.now())
      if (list.length === 0) refuse('There is no ONT avaliable.')
      const blocks = list.map(({ port, serial, type, password, sinceMs }) =>
        [
          rule,
          ` Frame/Slot            : 0/${port.slot}`,
          ` Port                  : ${port.number}`,
          ` Ont SN                : ${serialText(serial)}`,
          ` Password              : ${password}`,
          ' Loid                  :',
          ` Ont version           : ${typeNamed(type, olt.types).hardware}`,
          ` Equipment-ID          : ${type}`,
          ` Ont software version  : ${typeNamed(type, olt.types).software[0]}`,
          ` Last autofind time    : ${moment(sinceMs)}`,
        ].join('\n'),
      )
      return [...blocks, rule, ` Total: ${list.length}`].join('\n')
    },
  },
  {
    syntax: 'show ont blacklist',
    run: ({ olt }) =>
      [
        ' Blacklist function switch : enable',
        ' Index   SN/Mask             Hit',
        ...olt.refused.map(
          ({ serial }, at) => ` ${cell(at + 1, 7)} ${cell(`${identText(serial)}/12`, 19)} 0`,
        ),
      ].join('\n'),
  },
  {
    syntax: 'show dhcp security-table',
    run: () => ' MAC  IP-Address  VLAN  Port  Lease  Type  State\n Total: 0',
  },
]

export const eponShows: readonly CdataCommand[] = [
  { syntax: 'show mac-address port {kind:ge|xge} <place>', run: () => eponMacs([], 0) },
  {
    syntax: 'show mac-address port epon <place> with-ont-location',
    run: (session, { place }) => eponMacs(portAt(session, place!).onus, session.olt.now()),
  },
  {
    syntax: 'show dhcp security-table',
    run: () => ' MAC  IP-Address  VLAN  Port  Lease  Type  State\n Total: 0',
  },
]

/** Ethernet ports of an ONU, in the mode of the PON ports. */
export const uniShows: readonly CdataCommand[] = [
  {
    syntax: 'show ont port state <port> <id> eth all',
    run(session, { port, id }) {
      const onu = onuOf(session, port!, id!)
      const now = session.olt.now()
      if (!isOnline(onu, now)) refuse('The ONT is not online.')
      return [
        rule,
        ' F/S  P  ONT-ID  Port  Type  Speed(Mbps)  Duplex  Link-State  Ring-Status',
        rule,
        ...unisOf(onu).map(uni => {
          const up = uniIsUp(onu, uni, now)
          return [
            ` 0/${onu.port.slot} `,
            cell(port!, 2),
            cell(id!, 7),
            cell(uni.number, 5),
            cell(uni.speedMbps === 1000 ? 'GE' : 'FE', 5),
            cell(up ? uni.speedMbps : '-', 12),
            cell(up ? 'full' : '-', 7),
            cell(up ? 'up' : 'down', 11),
            '-',
          ].join(' ')
        }),
        rule,
      ].join('\n')
    },
  },
  {
    syntax: 'show ont port attribute <port> <id> eth all',
    run(session, { port, id }) {
      const onu = onuOf(session, port!, id!)
      return [
        rule,
        ' F/S P  ONT Port Operational Speed Duplex Auto Flow Native',
        rule,
        ...unisOf(onu).map(
          uni =>
            ` 0/${onu.port.slot} ${port} ${id} ${uni.number} ${uni.enabled ? 'enable ' : 'disable'} ` +
            `auto auto on off ${uni.pvid}`,
        ),
        rule,
      ].join('\n')
    },
  },
]

export const configurationShows: readonly CdataCommand[] = [
  { syntax: 'show current-config', run: ({ olt }) => running(olt) },
  { syntax: 'show current-config section {epon|gpon} all', run: ({ olt }) => ponSection(olt) },
]

/** EPON ONUs of a port that wait, in the mode of the PON ports. */
export const eponAutofind: readonly CdataCommand[] = [
  {
    syntax: 'show ont autofind <port> all',
    run(session, { port }) {
      const pon = portOf(session, port!)
      const list = foundOnus(session.olt, session.olt.now()).list.filter(one => one.port === pon)
      if (list.length === 0) refuse('There is no ONT avaliable.')
      return [
        rule,
        ' F/S  P  MAC                Last autofind time',
        rule,
        ...list.map(
          ({ serial, sinceMs }) => ` 0/${pon.slot}  ${pon.number}  ${identText(serial)}  ${moment(sinceMs)}`,
        ),
        rule,
        ` Total: ${list.length}`,
      ].join('\n')
    },
  },
]
