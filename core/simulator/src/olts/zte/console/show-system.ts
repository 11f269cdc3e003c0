import { cell } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { profilesOf } from '../profiles.ts'
import { interfaceLines, managementLines, ponLines, runningText, vportLines } from './running.ts'
import { type ZteCommand, onuHere } from './lines.ts'
import { type ZteWriting, onuNamed, ponNamed, vportNamed } from './names.ts'
import { duration, rule } from './texts.ts'

/** The number after a word of a profile's settings. */
const numberAfter = (text: string, word: string) =>
  cell(new RegExp(`\\b${word} (\\d+)`).exec(text)?.[1] ?? '0', 11)

/** `show gpon profile …`, `show gpon onu profile vlan`: blocks with the name of a profile. */
const profileCommands: readonly ZteCommand[] = [
  {
    syntax: 'show gpon profile tcont',
    run: ({ olt }) =>
      profilesOf(olt, 'tcont')
        .map(
          text =>
            `Profile name :${text.split(' ')[0]}\n` +
            ' Type           FBW(kbps)   ABW(kbps)   MBW(kbps)   PRIORITY   WEIGHT\n ' +
            `${cell(numberAfter(text, 'type').trim(), 14)} ${numberAfter(text, 'fixed')} ` +
            `${numberAfter(text, 'assured')} ${numberAfter(text, 'maximum')} N/A        N/A\n`,
        )
        .join('\n'),
  },
  {
    syntax: 'show gpon profile traffic',
    run: ({ olt }) =>
      profilesOf(olt, 'traffic')
        .map(
          text =>
            `Profile name :${text.split(' ')[0]}\n SIR(kbps)  PIR(kbps)  CBS(kbytes)  PBS(kbytes)\n ` +
            `${numberAfter(text, 'sir')}${numberAfter(text, 'pir')}${cell('1000', 12)} 1000`,
        )
        .join('\n'),
  },
  {
    syntax: 'show gpon onu profile vlan',
    run: ({ olt }) =>
      profilesOf(olt, 'vlan')
        .map(
          text =>
            `Profile name:    ${text.split(' ')[0]}\nTag mode:        tag\n` +
            `CVLAN:           ${numberAfter(text, 'cvlan').trim()}\nCVLAN priority:  0\n`,
        )
        .join('\n'),
  },
  ...(['line', 'remote', 'service'] as const).map((kind): ZteCommand => ({
    syntax: `show pon onu-profile gpon ${kind}`,
    run: ({ olt }) =>
      profilesOf(olt, kind === 'line' ? 'line' : 'remote')
        .map((name, at) => `Profile ${at + 1}\n  Name :${name}\n  Type :${kind}`)
        .join('\n'),
  })),
]

/** The configuration of a port, an ONU or a virtual port. */
function configurationOf(session: OltSession, writing: ZteWriting, name: string): string {
  if (writing.vports && name.startsWith('vport-'))
    return vportLines(session.olt, ...vportNamed(session, writing, name)).join('\n')
  if (name.includes(':'))
    return interfaceLines(session.olt, onuNamed(session, writing, name), writing).join('\n')
  return ponLines(ponNamed(session, writing, name), writing).join('\n')
}
const configurationCommands = (writing: ZteWriting): readonly ZteCommand[] => [
  {
    // The C600 writes the words together.
    syntax: writing.vports ? 'show running-config-interface <name>' : 'show running-config interface <name>',
    run: (session, { name }) => configurationOf(session, writing, name!),
  },
  {
    syntax: 'show running-config',
    run: ({ olt }) => `Building configuration...\n${runningText(olt, writing)}`,
  },
  ...(writing.vports
    ? []
    : [
        {
          syntax: 'show onu running config <name>',
          run: (session: OltSession, { name }: Readonly<Record<string, string>>) =>
            managementLines(session.olt, onuNamed(session, writing, name!), writing).join('\n'),
        },
      ]),
]
/** `show this`: the configuration of the mode. */
export const showThis = (
  writing: ZteWriting,
): Readonly<Record<'pon' | 'onu' | 'vport' | 'manage', ZteCommand>> => {
  const show = (lines: (session: OltSession) => string[]): ZteCommand => ({
    syntax: 'show this',
    run: session => lines(session).join('\n'),
  })
  return {
    pon: show(({ pon }) => ponLines(pon!, writing)),
    onu: show(session => interfaceLines(session.olt, onuHere(session), writing)),
    vport: show(session =>
      vportLines(session.olt, onuHere(session), Number(String(session.notes['part']).split(' ')[1])),
    ),
    manage: show(session => managementLines(session.olt, onuHere(session), writing)),
  }
}

export const systemCommands = (writing: ZteWriting): readonly ZteCommand[] => [
  {
    syntax: 'show card',
    run: ({ olt }) =>
      [
        'Rack Shelf Slot CfgType RealType Port  HardVer SoftVer         Status',
        rule(79),
        ...olt.cards.map(({ slot, type, ports, hardware, firmware }) =>
          [
            '1    1    ',
            cell(slot, 4),
            cell(type, 7),
            cell(type, 8),
            cell(ports, 5),
            cell(hardware, 7),
            cell(firmware, 15),
            'INSERVICE',
          ].join(' '),
        ),
      ].join('\n'),
  },
  {
    syntax: 'show system-group',
    run: ({ olt }) =>
      [
        `System Description: ${olt.facts.sysDescr}`,
        `System ObjectId:    .${olt.facts.sysObjectId}`,
        `Started before:     ${duration(olt.now() - olt.facts.bootMs)}`,
        `Contact with:       ${olt.facts.contact}`,
        `System name:        ${olt.facts.sysName}`,
        `Location:           ${olt.facts.location}`,
      ].join('\n'),
  },
  ...profileCommands,
  ...configurationCommands(writing),
]
