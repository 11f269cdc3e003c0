import { cell, macText } from '../../../console/dialects/text.ts'
import { stationsOf } from '../../../olt/behind.ts'
import type { Technology } from '../../../olt/hardware.ts'
import { identText } from '../../../olt/idents.ts'
import { isOnline } from '../../../olt/onu.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { foundOnus, onuAt } from '../../../olt/registrations.ts'
import { onuName, ponAt, ponName } from '../names.ts'
import { onuLines, portLines, running } from '../running.ts'
import { type VsolCommand, none, onuOn, ponOf } from './names.ts'

const rule = (width: number) => '-'.repeat(width)

/** MAC addresses behind ONUs that are online. */
const macTable = (onus: readonly Onu[], now: number): string => {
  const rows = onus
    .filter(onu => isOnline(onu, now))
    .flatMap(onu => stationsOf(onu).map(({ mac, vlan }) => ({ mac, vlan, onu })))
  if (rows.length === 0) none()
  return [
    'VLAN MAC              Type     Port',
    rule(39),
    ...rows.map(
      ({ mac, vlan, onu }) =>
        `${cell(vlan, 5)}${cell(macText(mac, ':', 4), 17)}${cell('Dynamic', 9)}` +
        `${ponName(onu.port)}: ${onu.id}`,
    ),
  ].join('\n')
}

export const macShows: readonly VsolCommand[] = [
  { syntax: 'show mac address-table', run: ({ olt }) => macTable(olt.onus, olt.now()) },
  {
    syntax: 'show mac address-table pon <port> <onu>',
    run({ olt }, { port, onu }) {
      const pon = ponAt(olt, Number(port))
      const one = pon && onuAt(pon, Number(onu))
      return one ? macTable([one], olt.now()) : none()
    },
  },
]

export const configurationShows: readonly VsolCommand[] = [
  { syntax: 'show running-config', run: ({ olt }) => running(olt) },
  {
    syntax: 'show running-config interface {gpon|epon} <place>',
    run: (session, { place }) => portLines(session.olt, ponOf(session, place!)).join('\n'),
  },
]

/** What is shown of ONUs in the mode of a PON port. */
export const onuShows = (technology: Technology): readonly VsolCommand[] => [
  {
    syntax: 'show onu auto-find',
    run({ olt, pon }) {
      const list = foundOnus(olt, olt.now()).list.filter(({ port }) => port === pon)
      if (list.length === 0) none()
      return [
        `OnuIndex                 ${technology === 'gpon' ? 'Sn ' : 'Mac'}                      State`,
        rule(57),
        ...list.map(
          ({ serial, slot }) => `${cell(`${ponName(pon!)}:${slot}`, 25)}${cell(identText(serial), 25)}unknow`,
        ),
      ].join('\n')
    },
  },
  {
    syntax: 'show onu state',
    run({ olt, pon }) {
      if (pon!.onus.length === 0) none()
      return [
        'OnuIndex    Admin State    OMCC State    Phase State',
        rule(57),
        ...pon!.onus.map(onu => {
          const online = isOnline(onu, olt.now())
          return [
            cell(onuName(onu).slice(4), 11),
            cell(onu.enabled ? 'enable' : 'disable', 14),
            cell(online ? 'enable' : 'disable', 13),
            online ? 'working' : onu.state.at(olt.now()).state,
          ].join(' ')
        }),
      ].join('\n')
    },
  },
  {
    syntax: 'show running-config onu <id>',
    run({ olt, pon }, { id }) {
      const onu = onuOn(pon!, id!)
      return [`----------onu ${id} running-config----------`, ...onuLines(olt, onu)].join('\n')
    },
  },
]
