import { identText } from '../../olt/idents.ts'
import { onuSection } from '../../olt/configuration.ts'
import type { SimulatedOlt } from '../../olt/olt.ts'
import type { Onu, PonPort } from '../../olt/onu-state.ts'
import { service, servicesOf } from '../../olt/services.ts'
import { adminUp } from '../../simulated/port.ts'
import { profileLines } from './profiles.ts'

/** VLAN of untagged frames of an Ethernet port of an EPON ONU; 1 where none is set. */
export const pvidOf = (olt: SimulatedOlt, onu: Onu, uni: number): number =>
  Number(/ pvid (\d+)/.exec(service(olt, onu, `eth ${uni} pvid`) ?? '')?.[1] ?? 1)

/** What the ONUs of the start have. */
export function drawServices({ configuration, pons }: SimulatedOlt): void {
  for (const onu of pons.flatMap(port => port.onus)) {
    const draw = (key: string, line: string) =>
      configuration.set(onuSection(onu), key, `onu ${onu.id} ${line}`)
    if (onu.port.technology === 'epon') {
      draw('eth 1 pvid', 'ctc eth 1 vlan pvid 100 pri 0')
      draw('eth 1 mode', 'ctc eth 1 vlan mode tag')
    } else {
      draw('profile line', 'profile line name line_100')
      draw('profile srv', 'profile srv name srv_bridge')
    }
  }
}

/** The lines of one ONU. */
export function onuLines(olt: SimulatedOlt, onu: Onu): string[] {
  const { port, id, serial, description } = onu
  const gpon = port.technology === 'gpon'
  return [
    gpon
      ? `onu add ${id} profile default sn ${identText(serial)}`
      : `confirm onu mac ${identText(serial).toLowerCase()} onuid ${id}`,
    ...(description ? [`onu ${id} ${gpon ? 'desc' : 'description'} ${description}`] : []),
    ...(onu.enabled ? [] : [`onu ${id} deactivate`]),
    ...servicesOf(olt, onu),
    ...(onu.unis ?? [])
      .filter(({ enabled }) => !enabled)
      .map(({ number }) => `onu ${id} port eth ${number} disable`),
  ]
}

/** The part about one PON port. */
export const portLines = (olt: SimulatedOlt, port: PonPort): string[] => [
  `interface ${port.technology} 0/${port.number}`,
  ...(port.alias ? [` description ${port.alias}`] : []),
  ...(adminUp(port) ? [] : [' shutdown']),
  ...port.onus.flatMap(onu => onuLines(olt, onu)).map(line => ` ${line}`),
  'exit',
  '!',
]

/** The running configuration, with every ONU. */
export const running = (olt: SimulatedOlt): string =>
  [
    'Current configuration:',
    '!',
    `hostname ${olt.facts.sysName}`,
    '!',
    ...olt.vlans.filter(({ id }) => id !== 1).map(({ id, name }) => `vlan ${id}\n description ${name}\nexit`),
    '!',
    ...(olt.pons[0]!.technology === 'gpon' ? profileLines : []),
    ...olt.pons.flatMap(port => portLines(olt, port)),
  ].join('\n')
