import type { Command } from '../../../console/dialect.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { identText } from '../../../olt/idents.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { historyOf, isOnline } from '../../../olt/onu.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { foundOnus } from '../../../olt/registrations.ts'
import { identWord, onuText, runningText } from './running.ts'
import { causeTexts, failure, moment, onuOf, placeOf, ponAt, rule, smart } from './texts.ts'

const hex = (onu: Pick<Onu, 'serial'>) => onu.serial.toString('hex').toUpperCase()
const dashed = (onu: Pick<Onu, 'serial'>) => identText(onu.serial).replace(/^(.{4})/, '$1-')
const line = (name: string, value: string | number) => `  ${name.padEnd(24)}: ${value}`

function detailOf(olt: OltSession['olt'], onu: Onu): string {
  const now = olt.now()
  const { onlineMs, offlineMs, reason } = historyOf(onu, now)
  const online = isOnline(onu, now)
  return [
    rule(77),
    line('F/S/P', placeOf(onu.port)),
    line('ONT-ID', onu.id),
    line('Control flag', onu.enabled ? 'active' : 'deactivated'),
    line('Run state', online ? 'online' : 'offline'),
    line('Config state', online ? 'normal' : 'initial'),
    line('Match state', online ? 'match' : 'initial'),
    line('ONT distance(m)', online ? onu.distance : '-'),
    ...(onu.port.technology === 'epon'
      ? [line('Authentic type', 'MAC-auth'), line('Mac', identWord(onu)), line('Management mode', 'OAM')]
      : [
          line('Authentic type', 'SN-auth'),
          line('SN', `${hex(onu)} (${dashed(onu)})`),
          line('Management mode', 'OMCI'),
        ]),
    line('Description', onu.description || 'ONT_NO_DESCRIPTION'),
    line('Last down cause', reason ? causeTexts[reason] : '-'),
    line('Last up time', moment(onlineMs)),
    line('Last down time', moment(offlineMs)),
    line('Line profile name', onu.profiles.line),
    line('Service profile name', onu.profiles.service),
    rule(77),
  ].join('\n')
}

function foundText(olt: OltSession['olt']): string {
  const { list } = foundOnus(olt, olt.now())
  if (list.length === 0) return failure('The automatically found ONTs do not exist')
  const row = (name: string, value: string | number) => `   ${name.padEnd(20)}: ${value}`
  const end = `   ${'-'.repeat(76)}`
  return [
    end,
    ...list.flatMap((one, at) => [
      row('Number', at + 1),
      row('F/S/P', placeOf(one.port)),
      one.port.technology === 'epon'
        ? row('Ont Mac', identWord(one))
        : row('Ont SN', `${hex(one)} (${dashed(one)})`),
      row('Password', '0x00000000000000000000'),
      row('Loid', ''),
      row('Checkcode', ''),
      row('VendorID', typeNamed(one.type, olt.types).vendor),
      row('Ont Version', typeNamed(one.type, olt.types).hardware),
      row('Ont SoftwareVersion', typeNamed(one.type, olt.types).software[0]),
      row('Ont EquipmentID', one.type),
      row('Ont autofind time', `${moment(one.sinceMs)}+00:00`),
      end,
    ]),
    `   The number of ${list[0]!.port.technology.toUpperCase()} autofind ONT is ${list.length}`,
  ].join('\n')
}

/** What all modes show. */
export const showCommands: readonly Command<OltSession>[] = [
  {
    syntax: 'display version',
    async run(session) {
      await smart(session, '<cr>|backplane<K>|frameid/slotid<S><Length 1-15>||<K>')
      return '\n  VERSION : MA5800V100R019C11\n  PATCH   : SPH210\n  PRODUCT : MA5800-X7'
    },
  },
  {
    syntax: 'display board <frame>',
    run: ({ olt }) =>
      [
        rule(73),
        '  SlotID  BoardName  Status          SubType0 SubType1    Online/Offline',
        rule(73),
        ...olt.cards.map(({ slot, type }) => `  ${String(slot).padEnd(8)}${type.padEnd(11)}Normal`),
        rule(73),
      ].join('\n'),
  },
  {
    syntax: 'display ont info <frame> <slot> <port> <id>',
    run: (session, { frame, slot, port, id }) =>
      detailOf(session.olt, onuOf(ponAt(session, `${frame}/${slot}/${port}`), id!)),
  },
  {
    syntax: 'display ont autofind all',
    async run(session) {
      await smart(session)
      return foundText(session.olt)
    },
  },
  {
    syntax: 'display current-configuration',
    async run(session) {
      await smart(session, '<cr>|ont<K>|port<K>|section<K>||<K>')
      return runningText(session.olt) ?? failure('Parameter error')
    },
  },
  {
    syntax: 'display current-configuration section <name>',
    run: ({ olt }, { name }) => runningText(olt, name) ?? failure('Parameter error'),
  },
  {
    syntax: 'display current-configuration ont <place> <id>',
    async run(session, { place, id }) {
      const onu = onuOf(ponAt(session, place!), id!)
      await smart(session)
      return onuText(session.olt, onu)
    },
  },
]
