import type { Command } from '../../../console/dialect.ts'
import { cell, number } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import type { PonPort } from '../../../olt/onu-state.ts'
import { identOf, identText } from '../../../olt/idents.ts'
import { isOnline } from '../../../olt/onu.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { foundOnus, onuWith } from '../../../olt/registrations.ts'
import { type ZteWriting, invalid, onuNamed, onuPlace, placeOf, ponNamed } from './names.ts'
import { causeWords, duration, moment, none, phaseWords, rule } from './texts.ts'

type ZteCommand = Command<OltSession>
const portsFor = (session: OltSession, writing: ZteWriting, name: string | undefined): readonly PonPort[] =>
  name === undefined ? session.olt.pons : [ponNamed(session, writing, name)]

/** `show gpon onu state [<port>]`. */
const states = (writing: ZteWriting): ZteCommand => ({
  syntax: 'show gpon onu state [<name>]',
  run(session, { name }) {
    const now = session.olt.now()
    const onus = portsFor(session, writing, name).flatMap(port => port.onus)
    if (onus.length === 0) return none()
    const width = writing.stateHead.indexOf('Admin')
    return [
      writing.stateHead,
      rule(writing.stateHead.length + 2),
      ...onus.map(onu => {
        const { state } = onu.state.at(now)
        return [
          cell(onuPlace(onu), Math.max(width, 11)),
          cell(onu.enabled ? 'enable' : 'disable', 12),
          cell(state === 'Online' ? 'enable' : 'disable', 11),
          cell(phaseWords[state], 12),
          writing.channel,
        ].join(' ')
      }),
      `ONU Number: ${onus.filter(onu => isOnline(onu, now)).length}/${onus.length}`,
    ].join('\n')
  },
})

/** The log of an ONU: ten rows, unused ones are zeros. */
function logRows(onu: Onu, now: number): string[] {
  const { state, sinceMs } = onu.state.at(now)
  const past = onu.drops.toReversed().map(drop => [drop.upMs, drop.downMs, causeWords[drop.reason]] as const)
  const rows = state === 'Online' ? [...past, [sinceMs, undefined, ''] as const] : past
  return Array.from({ length: 10 }, (_, at) => {
    const [up, down, cause] = rows.slice(-10)[at] ?? [undefined, undefined, '']
    return `${number(at + 1, 4)}   ${moment(up)}    ${moment(down)}     ${cause}`
  })
}

/** `show gpon onu detail-info <onu>`. */
const detail = (writing: ZteWriting): ZteCommand => ({
  syntax: 'show gpon onu detail-info <name>',
  run(session, { name }) {
    const now = session.olt.now()
    const onu = onuNamed(session, writing, name!)
    const { state, sinceMs } = onu.state.at(now)
    const online = state === 'Online'
    const rows: readonly (readonly [string, string])[] = [
      ['Name', onu.name],
      ['Type', onu.type],
      ['State', 'ready'],
      ['Configured channel', 'auto'],
      ['Current channel', '1(GPON)'],
      ['Admin state', onu.enabled ? 'enable' : 'disable'],
      ['Phase state', phaseWords[state]],
      ['Config state', online ? 'success' : 'initial'],
      ['Authentication mode', 'sn'],
      ['SN Bind', 'enable with SN check'],
      ['Serial number', identText(onu.serial)],
      ['Password', onu.password],
      ['Description', onu.description],
      ['Vport mode', 'gemport'],
      ['DBA Mode', 'Hybrid'],
      ['ONU Status', onu.enabled ? 'enable' : 'disable'],
      ['OMCI BW Profile', 'enable'],
      ['Line Profile', onu.profiles.line],
      ['Service Profile', onu.profiles.service],
      ['ONU Distance', online ? `${onu.distance}m` : 'N/A'],
      ['Online Duration', online ? duration(now - sinceMs) : '0h 00m 00s'],
      ['FEC', 'none'],
    ]
    return [
      `ONU interface:         ${writing.onu(onuPlace(onu))}`,
      ...rows.map(([key, value]) => `  ${cell(`${key}:`, 21)}${value}`.trimEnd()),
      rule(42),
      '       Authpass Time          OfflineTime             Cause',
      ...logRows(onu, now),
    ].join('\n')
  },
})

const unregistered = (writing: ZteWriting): readonly ZteCommand[] => [
  {
    syntax: 'show gpon onu uncfg [<name>]',
    run(session, { name }) {
      const ports = portsFor(session, writing, name)
      const list = foundOnus(session.olt, session.olt.now()).list.filter(({ port }) => ports.includes(port))
      if (list.length === 0) return none()
      return [
        'OnuIndex                 Sn                  State',
        rule(69),
        ...list.map(
          ({ port, slot, serial }) =>
            `${cell(writing.onu(`${placeOf(port)}:${slot}`), 24)} ${cell(identText(serial), 19)} unknown`,
        ),
      ].join('\n')
    },
  },
  {
    syntax: 'show pon onu uncfg [<name>]',
    run(session, { name }) {
      const ports = portsFor(session, writing, name)
      const list = foundOnus(session.olt, session.olt.now()).list.filter(({ port }) => ports.includes(port))
      if (list.length === 0) return none()
      return [
        'OltIndex            Model                SN                 PW',
        rule(78),
        ...list.map(
          ({ port, type, serial, password }) =>
            `${cell(writing.pon(placeOf(port)), 19)} ${cell(type, 20)} ${cell(identText(serial), 18)} ` +
            (password || 'N/A'),
        ),
      ].join('\n')
    },
  },
]

const baseInfo = (writing: ZteWriting): ZteCommand => ({
  syntax: 'show gpon onu baseinfo <name>',
  run(session, { name }) {
    const { onus } = ponNamed(session, writing, name!)
    if (onus.length === 0) return none()
    return [
      'OnuIndex                 Type                 Mode    AuthInfo                     State',
      rule(88),
      ...onus.map(
        onu =>
          `${cell(writing.onu(onuPlace(onu)), 24)} ${cell(onu.type, 20)} sn      ` +
          `${cell(`SN:${identText(onu.serial)}`, 28)} ready`,
      ),
    ].join('\n')
  },
})

const bySerial = (writing: ZteWriting): ZteCommand => ({
  syntax: 'show gpon onu by sn <serial>',
  run({ olt }, { serial }) {
    const onu = onuWith(olt, identOf(serial!) ?? invalid())
    if (!onu) return none()
    return ['SearchResult', rule(28), writing.onu(onuPlace(onu))].join('\n')
  },
})

export const onuShowCommands = (writing: ZteWriting): readonly ZteCommand[] => [
  states(writing),
  detail(writing),
  ...unregistered(writing),
  baseInfo(writing),
  bySerial(writing),
]
