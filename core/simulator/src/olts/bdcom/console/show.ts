import type { Command } from '../../../console/dialect.ts'
import { cell, macText } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { stationsOf } from '../../../olt/behind.ts'
import { historyOf, isOnline } from '../../../olt/onu.ts'
import type { Onu, PonPort } from '../../../olt/onu-state.ts'
import { foundOnus } from '../../../olt/registrations.ts'
import { onuName, ponName } from '../names.ts'
import { running, runningOf } from '../running.ts'
import { interfaceNamed } from './names.ts'

type Show = Command<OltSession>

/** `epon0/1:5`; a GPON ONU with its virtual port. */
const portText = (onu: Onu) => onuName(onu).toLowerCase() + (onu.port.technology === 'gpon' ? '-1' : '')

const macTable = (rows: readonly { onu: Onu; mac: Buffer; vlan: number }[]): string =>
  [
    `        Mac Address Table (Total ${rows.length})`,
    '------------------------------------------',
    '',
    'Vlan    Mac Address       Type       Ports',
    '----    -----------       ----       -----',
    ...rows.map(({ onu, mac, vlan }) =>
      [cell(vlan, 8), cell(macText(mac, '.', 4), 18), cell('DYNAMIC', 11), portText(onu)].join(''),
    ),
  ].join('\n')

/** Addresses behind ONUs that are online. An EPON ONU has an address of its own in VLAN 1. */
const macsBehind = (onus: readonly Onu[], now: number) =>
  onus.flatMap(onu =>
    isOnline(onu, now)
      ? [
          ...(onu.serial.length === 6 ? [{ onu, mac: onu.serial, vlan: 1 }] : []),
          ...stationsOf(onu).map(({ mac, vlan }) => ({ onu, mac, vlan })),
        ]
      : [],
  )

const of = (session: OltSession, name: string): readonly Onu[] => {
  const { pon, onu } = interfaceNamed(session, name)
  return onu ? [onu] : pon.onus
}

const macCommands: readonly Show[] = [
  { syntax: 'show mac address-table', run: ({ olt }) => macTable(macsBehind(olt.onus, olt.now())) },
  {
    syntax: 'show mac address-table interface <name...>',
    run: (session, { name }) => macTable(macsBehind(of(session, name!), session.olt.now())),
  },
  {
    syntax: 'show mac address-table vlan <id>',
    run: ({ olt }, { id }) =>
      macTable(macsBehind(olt.onus, olt.now()).filter(({ vlan }) => vlan === Number(id))),
  },
  {
    syntax: 'show mac address-table <mac>',
    run: ({ olt }, { mac }) =>
      macTable(
        macsBehind(olt.onus, olt.now()).filter(row => macText(row.mac, '.', 4) === mac!.toLowerCase()),
      ),
  },
]

const moment = (ms: number | undefined) =>
  ms === undefined ? 'N/A' : new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const two = (value: number) => String(value % 60).padStart(2, '0')
const period = (ms: number) => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const hours = String(Math.floor(seconds / 3600) % 24).padStart(2, '0')
  return `${Math.floor(seconds / 86_400)}.${hours}:${two(Math.floor(seconds / 60))}:${two(seconds)}`
}
const reasonWords = {
  Online: 'unknown',
  PowerOff: 'power-off',
  LOS: 'wire-down',
  Offline: 'mpcp-down',
  Reboot: 'normal',
  Disabled: 'llid-admin-down',
} as const

function onuLine(onu: Onu, now: number, active: boolean): string {
  const { onlineMs, offlineMs, reason } = historyOf(onu, now)
  const { sinceMs } = onu.state.at(now)
  return [
    cell(onuName(onu), 13),
    macText(onu.serial, '.', 4),
    ...(active
      ? ['auto-configured ctc-oam-oper', cell(onu.distance, 8), cell(24, 6)]
      : [cell('deregistered', 16)]),
    cell(moment(onlineMs), 19),
    cell(moment(offlineMs), 19),
    cell(reason ? reasonWords[reason] : 'unknown', 16),
    period(now - sinceMs),
  ].join(' ')
}

const listOf = (onus: readonly Onu[], now: number, active: boolean): string => {
  const shown = onus.filter(onu => isOnline(onu, now) === active)
  const middle = active ? 'Status          OAM Status   Distance RTT   ' : 'Status           '
  return [
    `IntfName      MAC Address    ${middle} LastRegTime         LastDeregTime       LastDeregReason  Time`,
    [13, 14, middle.length, 19, 19, 16, 10].map(width => '-'.repeat(width)).join(' '),
    ...shown.map(onu => onuLine(onu, now, active)),
  ].join('\n')
}

const onuCommands = ['active', 'inactive'].flatMap((word): Show[] => [
  { syntax: `show epon ${word}-onu`, run: ({ olt }) => listOf(olt.onus, olt.now(), word === 'active') },
  {
    syntax: `show epon ${word}-onu interface <name...>`,
    run: (session, { name }) => listOf(of(session, name!), session.olt.now(), word === 'active'),
  },
])

const leases: Show = {
  syntax: 'show ip dhcp-relay snooping binding all',
  run: ({ olt }) =>
    [
      'Hardware Address   IP Address       remainder time  Type     VLAN  interface',
      ...macsBehind(olt.onus, olt.now())
        .filter(({ vlan }) => vlan !== 1)
        .map(({ onu, mac, vlan }, at) =>
          [
            macText(mac, ':', 2),
            `10.7.${Math.floor(at / 250)}.${(at % 250) + 2}`,
            '1781',
            'DHCP_SN',
            vlan,
            onuName(onu).toLowerCase(),
          ].join('  '),
        ),
    ].join('\n'),
}

/** EPON ONUs that the OLT found and that nobody bound. */
const rejected = ({ olt }: OltSession, only?: PonPort): string => {
  const { list } = foundOnus(olt, olt.now())
  return olt.pons
    .filter(port => only === undefined || port === only)
    .flatMap(port => {
      const here = list.filter(one => one.port === port)
      if (here.length === 0) return []
      return [
        `ONU rejected to register on interface ${ponName(port)}:`,
        ...here.map(({ serial }) => `  ${macText(serial, '.', 4)}`),
      ]
    })
    .join('\n')
}

const configurationCommands: readonly Show[] = [
  { syntax: 'show running-config', run: ({ olt }) => running(olt) },
  {
    syntax: 'show running-config interface <name...>',
    run(session, { name }) {
      const { pon, onu } = interfaceNamed(session, name!)
      return runningOf(session.olt, pon, onu)
    },
  },
]

const rejectedCommands: readonly Show[] = [
  { syntax: 'show epon rejected-onu', run: session => rejected(session) },
  {
    syntax: 'show epon rejected-onu interface <name...>',
    run: (session, { name }) => rejected(session, interfaceNamed(session, name!).pon),
  },
]

/** Commands that show something. */
export const showCommands: readonly Show[] = [
  ...macCommands,
  ...onuCommands,
  ...configurationCommands,
  ...rejectedCommands,
  leases,
]
