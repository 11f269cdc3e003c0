import type { Port } from '../../../simulated/port.ts'
import type { ConsoleSession } from '../../dialect.ts'
import { enabled } from '../device-state.ts'

/** The running configuration. */
export function configuration({
  control,
  device: { model },
}: Pick<ConsoleSession, 'control' | 'device'>): string {
  const ports = control.ports.map(portConfiguration)
  return [
    `!Software Version ${model.firmware}`,
    '#',
    `sysname ${control.facts.sysName}`,
    '#',
    ...(control.vlans.length > 1
      ? [
          `vlan batch ${control.vlans
            .filter(({ id }) => id !== 1)
            .map(({ id }) => id)
            .join(' ')}`,
          '#',
        ]
      : []),
    ...control.vlans
      .filter(({ id, name }) => id !== 1 && name !== model.vlanRules.vlanName(id))
      .map(({ id, name }) => `vlan ${id}\n name ${name}\n#`),
    ...ports,
    `snmp-agent sys-info contact ${control.facts.contact}`,
    `snmp-agent sys-info location ${control.facts.location}`,
    '#',
    'return',
  ].join('\n')
}
/** VLAN membership: each mode has its own commands. */
const linesOf = ({ mode, pvid, tagged, untagged }: Port): string[] =>
  mode === 'access'
    ? [' port link-type access', ...(pvid === 1 ? [] : [` port default vlan ${pvid}`])]
    : mode === 'trunk'
      ? [
          ' port link-type trunk',
          ...(pvid === 1 ? [] : [` port trunk pvid vlan ${pvid}`]),
          ...(tagged.length ? [` port trunk allow-pass vlan ${tagged.join(' ')}`] : []),
        ]
      : [
          ' port link-type hybrid',
          ...(pvid === 1 ? [] : [` port hybrid pvid vlan ${pvid}`]),
          ...(tagged.length ? [` port hybrid tagged vlan ${tagged.join(' ')}`] : []),
          ...(untagged.length ? [` port hybrid untagged vlan ${untagged.join(' ')}`] : []),
        ]
/** The part of the configuration about one port. */
export const portConfiguration = (port: Port): string =>
  [
    `interface ${port.ifName}`,
    ...(port.alias ? [` description ${port.alias}`] : []),
    ...(enabled(port) ? [] : [' shutdown']),
    ...(port.forcedMbps === null ? [] : [' undo negotiation auto', ` speed ${port.forcedMbps}`]),
    ...linesOf(port),
    '#',
  ].join('\n')
