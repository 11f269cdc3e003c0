import { identText } from '../../olt/idents.ts'
import type { SimulatedOlt } from '../../olt/olt.ts'
import type { Onu } from '../../olt/onu-state.ts'
import { servicesOf } from '../../olt/services.ts'
import { adminUp } from '../../simulated/port.ts'
import { profileLines } from './profiles.ts'
import { boundOf, servicePortLine, servicePorts } from './services.ts'

/** An ONU with all its settings. */
function onuLines(olt: SimulatedOlt, onu: Onu): string[] {
  const { port, id, serial } = onu
  const place = `${port.number} ${id}`
  const { line, srv } = boundOf(olt, onu)
  const auth = port.technology === 'gpon' ? 'sn-auth' : 'mac-auth'
  return [
    `ont add ${place} ${auth} ${identText(serial)} ont-lineprofile-id ${line} ont-srvprofile-id ${srv}`,
    ...(onu.description ? [`ont description ${place} ${onu.description}`] : []),
    ...(onu.enabled ? [] : [`ont deactivate ${place}`]),
    ...servicesOf(olt, onu),
    ...(onu.unis ?? [])
      .filter(({ enabled }) => !enabled)
      .map(uni => `ont port attribute ${place} eth ${uni.number} operational-state disable`),
  ]
}

/** The part about PON ports and their ONUs. */
export function ponSection(olt: SimulatedOlt): string {
  const { technology } = olt.pons[0]!
  return olt.cards
    .flatMap(card => [
      `interface ${technology} 0/${card.slot}`,
      ...olt.pons
        .filter(({ slot }) => slot === card.slot)
        .flatMap(port => [
          ...(port.alias ? [`port-desc ${port.number} description ${port.alias}`] : []),
          ...(adminUp(port) ? [] : [`shutdown ${port.number}`]),
          ...port.onus.flatMap(onu => onuLines(olt, onu)),
        ])
        .map(line => `  ${line}`),
      'exit',
      '!',
    ])
    .join('\n')
}

/** The running configuration, with every ONU. */
export const running = (olt: SimulatedOlt): string =>
  [
    `hostname ${olt.facts.sysName}`,
    '!',
    ...olt.vlans.filter(({ id }) => id !== 1).map(({ id }) => `vlan ${id}`),
    '!',
    ...profileLines(olt.pons[0]!.technology),
    '!',
    ponSection(olt),
    ...servicePorts(olt).map(servicePortLine),
    '!',
  ].join('\n')
