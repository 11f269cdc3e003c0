import type { Command } from '../../../console/dialect.ts'
import { cell } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { identText } from '../../../olt/idents.ts'
import { type ZteWriting, onuNamed, onuPlace, placeOf, ponNamed } from './names.ts'
import { duration, rule } from './texts.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { unisOf } from '../../../olt/behind.ts'

type ZteCommand = Command<OltSession>
const profiles = { line: ['LINE-INTERNET', 'LINE-TRIPLE'], remote: ['SRV-BRIDGE', 'SRV-ROUTER'] } as const
const traffic = [
  ['UP-100M', '102400', '102400'],
  ['DOWN-100M', '102400', '102400'],
  ['DOWN-1G', '1024000', '1024000'],
] as const

/** The configuration of an ONU in the mode of its interface. */
const interfaceLines = (onu: Onu, writing: ZteWriting): string[] => [
  `interface ${writing.onu(onuPlace(onu))}`,
  ...(onu.name ? [`  name ${onu.name}`] : []),
  ...(onu.description ? [`  description ${onu.description}`] : []),
  '  tcont 1 name INTERNET profile UP-100M',
  '  gemport 1 name INTERNET tcont 1',
  '  service-port 1 vport 1 user-vlan 100 vlan 100',
  '!',
]
/** What the OLT sends to the ONU. */
const managementLines = (onu: Onu, writing: ZteWriting): string[] => [
  `pon-onu-mng ${writing.onu(onuPlace(onu))}`,
  '  service INTERNET gemport 1 vlan 100',
  ...unisOf(onu).flatMap(({ number, pvid, enabled }) => [
    `  vlan port eth_0/${number} mode tag vlan ${pvid}`,
    ...(enabled ? [] : [`  interface eth eth_0/${number} state lock`]),
  ]),
  '!',
]

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
  ...(['line', 'remote'] as const).map((kind): ZteCommand => ({
    syntax: `show pon onu-profile gpon ${kind}`,
    run: () =>
      profiles[kind].map((name, at) => `Profile ${at + 1}\n  Name :${name}\n  Type :${kind}`).join('\n'),
  })),
  {
    syntax: 'show gpon profile traffic',
    run: () =>
      traffic
        .map(
          ([name, sir, pir]) =>
            `Profile name :${name}\n SIR(kbps)  PIR(kbps)  CBS(kbytes)  PBS(kbytes)\n ${cell(sir, 10)} ` +
            `${cell(pir, 10)} ${cell('1000', 12)} 1000`,
        )
        .join('\n'),
  },
  {
    syntax: 'show running-config interface <name>',
    run(session, { name }) {
      if (name!.includes(':')) return interfaceLines(onuNamed(session, writing, name!), writing).join('\n')
      const port = ponNamed(session, writing, name!)
      return [
        `interface ${writing.pon(placeOf(port))}`,
        ...port.onus.map(onu => `  onu ${onu.id} type ${onu.type} sn ${identText(onu.serial)}`),
        '!',
      ].join('\n')
    },
  },
  {
    syntax: 'show onu running config <name>',
    run: (session, { name }) => managementLines(onuNamed(session, writing, name!), writing).join('\n'),
  },
]
