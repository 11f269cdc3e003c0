import { onuSection } from '../../../olt/configuration.ts'
import { identText } from '../../../olt/idents.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import type { Onu, PonPort } from '../../../olt/onu-state.ts'
import { adminUp } from '../../../simulated/port.ts'
import { profileNamed } from '../profiles.ts'
import { placeOf } from './texts.ts'

/** The part of an ONU that has its service ports, by their index. */
export const services = 'services'
/** `epon` or `gpon`, as commands write it. */
export const kindOf = ({ technology }: PonPort): string => (technology === 'epon' ? 'epon' : 'gpon')

/** The service ports of an ONU, by index. */
export const servicesOf = ({ configuration }: SimulatedOlt, onu: Pick<Onu, 'port' | 'id'>): string[] =>
  configuration.lines(onuSection(onu, services)).toSorted((a, b) => indexOf(a) - indexOf(b))
/** The index in the line of a service port. */
export const indexOf = (line: string): number => Number(line.split(' ')[1])

/** `001D-6A3C-6614`. */
const dashedMac = (mac: Buffer) =>
  mac
    .toString('hex')
    .toUpperCase()
    .replace(/....(?=.)/g, '$&-')
/** How the OLT knows the ONU. */
export const authOf = ({ port, serial }: Pick<Onu, 'port' | 'serial'>): string =>
  port.technology === 'epon'
    ? `mac-auth ${dashedMac(serial)} oam`
    : `sn-auth "${serial.toString('hex').toUpperCase()}" omci`
/** What messages call it. */
export const identWord = (onu: Pick<Onu, 'port' | 'serial'>): string =>
  onu.port.technology === 'epon' ? dashedMac(onu.serial) : identText(onu.serial)

/** The order in which the OLT prints the lines of an ONU. */
const order = ['ipconfig', 'internet-config', 'wan-config', 'policy-route-config', 'port']
const collator = new Intl.Collator('en', { numeric: true })
const rank = (line: string) => order.indexOf(line.split(' ')[1]!)

function onuLines({ configuration }: SimulatedOlt, onu: Onu): string[] {
  const { port, id, profiles, description, enabled, unis = [] } = onu
  const at = `${port.number - 1} ${id}`
  const line = profileNamed('line', profiles.line).id
  const service = profileNamed('service', profiles.service).id
  return [
    `ont add ${at} ${authOf(onu)} ont-lineprofile-id ${line} ont-srvprofile-id ${service}` +
      (description ? ` desc "${description}"` : ''),
    ...(enabled ? [] : [`ont deactivate ${at}`]),
    ...configuration.lines(onuSection(onu)).toSorted((a, b) => rank(a) - rank(b) || collator.compare(a, b)),
    ...unis
      .filter(uni => !uni.enabled)
      .map(({ number }) => `ont port attribute ${at} eth ${number} operational-state off`),
  ]
}

/** One section: its heading, and lines with a blank before them. */
const section = (group: string, name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`[${group}]`, `  <${name}>`, ...lines.map(line => ` ${line}`), '#']
const boardOf = (olt: SimulatedOlt, ports: readonly PonPort[], onus: (port: PonPort) => readonly Onu[]) => {
  const [{ slot } = { slot: 0 }] = ports
  const kind = ports[0] ? kindOf(ports[0]) : 'gpon'
  return section(kind, `${kind}-0/${slot}`, [
    `interface ${kind} 0/${slot}`,
    ...ports.flatMap(port => [
      ...(adminUp(port) ? [] : [`port ${port.number - 1} laser-switch off`]),
      ...onus(port).flatMap(onu => onuLines(olt, onu)),
    ]),
  ])
}
const bbs = (olt: SimulatedOlt, onus: readonly Onu[]) =>
  section(
    'bbs-config',
    'bbs-config',
    onus.flatMap(onu => servicesOf(olt, onu)).toSorted((a, b) => indexOf(a) - indexOf(b)),
  )

/** The lines about one ONU: `display current-configuration ont 0/1/0 5`. */
export const onuText = (olt: SimulatedOlt, onu: Onu): string =>
  ['#', ...boardOf(olt, [onu.port], () => [onu]), ...bbs(olt, [onu]), 'return'].join('\n')

/** All sections, by name. */
function sectionsOf(olt: SimulatedOlt): [string, string[]][] {
  const vlans = olt.vlans.map(({ id, name }) =>
    `vlan ${id} smart`.concat(name ? `\n vlan name ${id} ${name}` : ''),
  )
  return [
    ['global-config', section('global-config', 'global-config', [`sysname ${olt.facts.sysName}`])],
    ['vlan-config', section('vlan-config', 'vlan-config', vlans)],
    ...olt.cards
      .filter(({ pon }) => pon)
      .map(({ slot }): [string, string[]] => {
        const ports = olt.pons.filter(port => port.slot === slot)
        return [`${kindOf(ports[0]!)}-0/${slot}`, boardOf(olt, ports, port => port.onus)]
      }),
    ['bbs-config', bbs(olt, olt.onus)],
  ]
}
/** `display current-configuration`, or one section of it. Undefined: there is no such section. */
export function runningText(olt: SimulatedOlt, only?: string): string | undefined {
  const all = sectionsOf(olt).filter(
    ([name]) => only === undefined || name === only || name.startsWith(`${only}-`),
  )
  return all.length === 0 ? undefined : ['#', ...all.flatMap(([, lines]) => lines), 'return'].join('\n')
}

/** Every drawn ONU is a bridge in VLAN 100, with one service port. */
export function drawServices(olt: SimulatedOlt): void {
  for (const [index, onu] of olt.onus.entries())
    olt.configuration.set(
      onuSection(onu, services),
      String(index),
      serviceLine(index, onu, {
        vlan: '100',
        user: '100',
        gem: onu.port.technology === 'epon' ? undefined : '1',
      }),
    )
}

/** What a service port connects. */
export interface ServicePort {
  vlan: string
  user: string
  /** Undefined on EPON. */
  gem?: string | undefined
  transform?: string | undefined
  traffic?: string | undefined
}
/** The line of a service port. */
export const serviceLine = (
  index: number,
  onu: Onu,
  { vlan, user, gem, transform, traffic }: ServicePort,
): string =>
  `service-port ${index} vlan ${vlan} ${kindOf(onu.port)} ${placeOf(onu.port)} ont ${onu.id}` +
  `${gem === undefined ? '' : ` gemport ${gem}`} multi-service user-vlan ${user} ` +
  `tag-transform ${transform ?? 'translate'}${traffic ?? ''}`
