import { macText } from '../../console/dialects/text.ts'
import type { SimulatedOlt } from '../../olt/olt.ts'
import type { Onu, PonPort } from '../../olt/onu-state.ts'
import { servicesOf } from '../../olt/services.ts'
import { adminUp } from '../../simulated/port.ts'
import { serialText } from './mibs/gpon.ts'
import { onuName, ponName } from './names.ts'
import { profileLines } from './profiles.ts'

/** `epon bind-onu mac 8014.a8c5.1c62 4`. */
const binding = ({ port, id, serial }: Onu): string =>
  port.technology === 'epon'
    ? `epon bind-onu mac ${macText(serial, '.', 4)} ${id}`
    : `gpon bind-onu sn ${serialText(serial).toUpperCase()} ${id}`

const block = (name: string, lines: readonly string[]): string[] => [
  `interface ${name}`,
  ...lines.map(line => ` ${line}`),
  '!',
]

const portBlock = (port: PonPort): string[] =>
  block(ponName(port), [
    ...(port.alias ? [`description ${port.alias}`] : []),
    ...(adminUp(port) ? [] : ['shutdown']),
    ...port.onus.map(binding),
  ])

function onuBlock(olt: SimulatedOlt, onu: Onu): string[] {
  const { technology } = onu.port
  const closed = (onu.unis ?? []).filter(({ enabled }) => !enabled).map(({ number }) => number)
  return block(onuName(onu), [
    ...(onu.description ? [`description ${onu.description}`] : []),
    ...(technology === 'gpon' && onu.name ? [`gpon onu description ${onu.name}`] : []),
    ...(onu.enabled ? [] : ['shutdown']),
    ...servicesOf(olt, onu),
    ...closed.map(uni =>
      technology === 'epon' ? `epon onu port ${uni} ctc shutdown` : `gpon onu uni ${uni} shutdown`,
    ),
  ])
}

const heading = ['Building configuration...', '', 'Current configuration:', '!']
const text = (lines: readonly string[]) => [...heading, ...lines].join('\n')

/** The running configuration, with every ONU. */
export function running(olt: SimulatedOlt): string {
  const gpon = olt.pons.some(port => port.technology === 'gpon')
  return text([
    '!version 10.1.0 build 66461',
    `hostname ${olt.facts.sysName}`,
    '!',
    ...(gpon ? profileLines : []),
    ...olt.uplinks.flatMap(port => block(port.ifName, port.alias ? [`description ${port.alias}`] : [])),
    ...olt.pons.flatMap(portBlock),
    ...olt.onus.flatMap(onu => onuBlock(olt, onu)),
    ...olt.vlans.filter(({ id }) => id !== 1).flatMap(({ id, name }) => [`vlan ${id}`, ` name ${name}`, '!']),
  ])
}

/** The part about one PON port or ONU. */
export const runningOf = (olt: SimulatedOlt, pon: PonPort, onu: Onu | undefined): string =>
  text(onu ? onuBlock(olt, onu) : portBlock(pon))
