import { onuSection } from '../../../olt/configuration.ts'
import { identText } from '../../../olt/idents.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import type { Onu, PonPort } from '../../../olt/onu-state.ts'
import { adminUp } from '../../../simulated/port.ts'
import { type ZteWriting, onuPlace, placeOf, vportName } from './names.ts'
import { drawProfiles, profileSections, profilesOf } from '../profiles.ts'

/** Parts of the configuration of an ONU: what it gets over the fibre, and its virtual ports on a C600. */
export const managed = 'mng'
export const vportPart = (vport: number): string => `vport ${vport}`
const vports = Array.from({ length: 32 }, (_, at) => at + 1)

/** The order in which the OLT prints the lines of an ONU, whatever the order in which they were typed. */
const order = [
  ['sn-bind', 'vport-mode', 'tcont', 'gemport', 'vport', 'vport-map', 'switchport', 'service-port', 'qos'],
  ['flow', 'gemport', 'switchport-bind', 'service', 'voip', 'voip-ip', 'wan-ip', 'pppoe', 'wan', 'vlan'],
].flat()
const collator = new Intl.Collator('en', { numeric: true })
const rank = (line: string) => order.indexOf(line.split(' ', 1)[0]!)
const sorted = (lines: readonly string[]) =>
  lines.toSorted((a, b) => rank(a) - rank(b) || collator.compare(a, b)).map(line => `  ${line}`)
const block = (head: string, lines: readonly string[]) => [head, ...lines, '!']

/** The interface of an ONU. */
export const interfaceLines = ({ configuration }: SimulatedOlt, onu: Onu, writing: ZteWriting): string[] =>
  block(`interface ${writing.onu(onuPlace(onu))}`, [
    ...(onu.name ? [`  name ${onu.name}`] : []),
    ...(onu.description ? [`  description ${onu.description}`] : []),
    ...(onu.enabled ? [] : ['  shutdown']),
    ...sorted(configuration.lines(onuSection(onu))),
  ])

/** A virtual port of an ONU. */
export const vportLines = ({ configuration }: SimulatedOlt, onu: Onu, vport: number): string[] =>
  block(`interface ${vportName(onu, vport)}`, sorted(configuration.lines(onuSection(onu, vportPart(vport)))))

/** What the OLT sends to the ONU. */
export const managementLines = ({ configuration }: SimulatedOlt, onu: Onu, writing: ZteWriting): string[] =>
  block(`pon-onu-mng ${writing.onu(onuPlace(onu))}`, [
    ...sorted(configuration.lines(onuSection(onu, managed))),
    ...(onu.unis ?? [])
      .filter(({ enabled }) => !enabled)
      .map(({ number }) => `  interface eth eth_0/${number} state lock`),
  ])

/** A PON port with its registrations. */
export const ponLines = (port: PonPort, writing: ZteWriting): string[] =>
  block(`interface ${writing.pon(placeOf(port))}`, [
    ...(adminUp(port) ? [] : ['  shutdown']),
    ...port.onus.flatMap(({ id, type, serial, profiles: { line, service } }) => [
      `  onu ${id} type ${type} sn ${identText(serial)}`,
      ...(line === 'N/A' ? [] : [`  onu ${id} profile line ${line} remote ${service}`]),
    ]),
  ])

/** The whole configuration. */
export function runningText(olt: SimulatedOlt, writing: ZteWriting): string {
  const profiles = (kind: keyof typeof profileSections) =>
    profilesOf(olt, kind).map(text => `  ${profileSections[kind]} ${text}`)
  return [
    `hostname ${olt.facts.sysName}`,
    '!',
    ...block('gpon', (['tcont', 'traffic', 'vlan', 'line', 'remote'] as const).flatMap(profiles)),
    ...olt.vlans.flatMap(({ id, name }) => block(`vlan ${id}`, [`  name ${name}`])),
    ...olt.pons.flatMap(port => ponLines(port, writing)),
    ...olt.onus.flatMap(onu => [
      ...interfaceLines(olt, onu, writing),
      ...vports
        .filter(vport => olt.configuration.lines(onuSection(onu, vportPart(vport))).length > 0)
        .flatMap(vport => vportLines(olt, onu, vport)),
    ]),
    ...olt.onus.flatMap(onu => managementLines(olt, onu, writing)),
    'end',
  ].join('\n')
}

/** What the OLT has at the start: profiles, and a bridge in VLAN 100 for every ONU. */
export function drawConfiguration(olt: SimulatedOlt, writing: ZteWriting): void {
  drawProfiles(olt)
  const { configuration } = olt
  for (const onu of olt.onus) {
    const put = (part: string | undefined, key: string, line: string) =>
      configuration.set(onuSection(onu, part), key, line)
    put(undefined, 'tcont 1', 'tcont 1 name INTERNET profile UP-100M')
    put(undefined, 'gemport 1', 'gemport 1 name INTERNET tcont 1')
    if (writing.vports) put(vportPart(1), 'service-port 1', 'service-port 1 user-vlan 100 vlan 100')
    else put(undefined, 'service-port 1', 'service-port 1 vport 1 user-vlan 100 vlan 100')
    put(managed, 'service INTERNET', 'service INTERNET gemport 1 vlan 100')
    for (let number = 1; number <= onu.ethernet; number++)
      put(managed, `vlan port eth_0/${number}`, `vlan port eth_0/${number} mode tag vlan 100`)
  }
}
