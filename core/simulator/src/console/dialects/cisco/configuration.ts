import type { Port } from '../../../simulated/port.ts'
import type { ConsoleSession } from '../../dialect.ts'
import { enabled } from '../device-state.ts'
import { nativeOf } from './arguments.ts'
import { securityLines } from './port-security.ts'

/** VLANs of a trunk. */
const allowedOf = ({ untagged, tagged }: Port) => [...untagged, ...tagged].toSorted((a, b) => a - b)

/** The running configuration. */
export function configuration({ control }: Pick<ConsoleSession, 'control'>): string {
  const blocks = control.ports.map(port =>
    [
      `interface ${port.ifDescr}`,
      ...(port.alias ? [` description ${port.alias}`] : []),
      ...(port.mode === 'trunk'
        ? [
            ...(nativeOf(port) === 1 ? [] : [` switchport trunk native vlan ${nativeOf(port)}`]),
            ` switchport trunk allowed vlan ${allowedOf(port).join(',')}`,
            ' switchport mode trunk',
          ]
        : [
            ...(nativeOf(port) === 1 ? [] : [` switchport access vlan ${nativeOf(port)}`]),
            ' switchport mode access',
          ]),
      ...(enabled(port) ? [] : [' shutdown']),
      ...(port.forcedMbps === null ? [] : [` speed ${port.forcedMbps}`, ' duplex full']),
      ...securityLines(port),
      ...(port.poe?.enabled === false ? [' power inline never'] : []),
      '!',
    ].join('\n'),
  )
  const vlans = control.vlans
    .filter(({ id }) => id !== 1)
    .map(({ id, name }) => `vlan ${id}\n name ${name}\n!`)
  const inputs = (['telnet', 'ssh'] as const).filter(one => !control.off.has(one))
  const input = inputs.length === 2 ? 'all' : (inputs[0] ?? 'none')
  return [
    'Building configuration...',
    '',
    'Current configuration : 4211 bytes',
    '!',
    'version 15.2',
    'service password-encryption',
    '!',
    `hostname ${control.facts.sysName}`,
    '!',
    'enable secret 5 $1$made$upForTheSimulator0123456',
    '!',
    ...vlans,
    ...blocks,
    `snmp-server location ${control.facts.location}`,
    `snmp-server contact ${control.facts.contact}`,
    ...(control.off.has('snmp') ? ['no snmp-server'] : []),
    ...(input === 'all' ? [] : ['line vty 0 4', ` transport input ${input}`]),
    'end',
  ].join('\n')
}
