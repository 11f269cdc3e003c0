import { Refused, type Command } from '../../../console/dialect.ts'
import { cell, macText } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { stationsOf } from '../../../olt/behind.ts'
import { isOnline } from '../../../olt/onu.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { type ZteWriting, onuNamed, onuPlace, ponNamed } from './names.ts'
import { rule } from './texts.ts'

type ZteCommand = Command<OltSession>

interface LearntMac {
  mac: Buffer
  vlan: number
  onu: Onu
}
/** The MAC addresses behind ONUs that are online. */
const macsBehind = (onus: readonly Onu[], now: number): LearntMac[] =>
  onus
    .filter(onu => isOnline(onu, now))
    .flatMap(onu => stationsOf(onu).map(({ mac, vlan }) => ({ mac, vlan, onu })))

const table = (rows: readonly LearntMac[], writing: ZteWriting): string => {
  if (rows.length === 0) throw new Refused('No related information to show.')
  return [
    `Total mac address : ${rows.length}`,
    '',
    'Mac address    Vlan  Type      Port                     Vc',
    rule(67),
    ...rows.map(({ mac, vlan, onu }) =>
      [
        macText(mac, '.', 4),
        cell(vlan, 5),
        cell('Dynamic', 9),
        cell(writing.onu(onuPlace(onu)), 24),
        'vport 1',
      ].join(' '),
    ),
  ].join('\n')
}
const onusOf = (session: OltSession, writing: ZteWriting, name: string) =>
  name.includes(':') ? [onuNamed(session, writing, name)] : ponNamed(session, writing, name).onus

/** `show mac …`: addresses behind a port, an ONU, in a VLAN, or one address. */
export const macCommands = (writing: ZteWriting): readonly ZteCommand[] => [
  ...[
    'show mac gpon {kind:olt|onu} <name>',
    'show mac-real-time gpon {kind:olt|onu} <name>',
    'show mac interface <name>',
  ].map((syntax): ZteCommand => ({
    syntax,
    run: (session, { name }) =>
      table(macsBehind(onusOf(session, writing, name!), session.olt.now()), writing),
  })),
  {
    syntax: 'show mac vlan <id>',
    run: ({ olt }, { id }) =>
      table(
        macsBehind(olt.onus, olt.now()).filter(({ vlan }) => vlan === Number(id)),
        writing,
      ),
  },
  {
    syntax: 'show mac <mac>',
    run: ({ olt }, { mac }) =>
      table(
        macsBehind(olt.onus, olt.now()).filter(row => macText(row.mac, '.', 4) === mac!.toLowerCase()),
        writing,
      ),
  },
]
