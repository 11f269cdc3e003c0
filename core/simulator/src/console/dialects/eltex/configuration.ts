import type { Port } from '../../../simulated/port.ts'
import type { ConsoleSession } from '../../dialect.ts'
import { enabled } from '../device-state.ts'
import { ranges } from '../text.ts'

/** VLAN membership: each mode has its own commands. */
const linesOf = ({ mode, pvid, tagged, untagged }: Port): string[] =>
  mode === 'access'
    ? (untagged[0] ?? 1) === 1
      ? []
      : [` switchport access vlan ${untagged[0]}`]
    : mode === 'trunk'
      ? [
          ' switchport mode trunk',
          ...((untagged[0] ?? 1) === 1 ? [] : [` switchport trunk native vlan ${untagged[0]}`]),
          ...(tagged.length ? [` switchport trunk allowed vlan add ${ranges(tagged)}`] : []),
        ]
      : [
          ' switchport mode general',
          ...(tagged.length ? [` switchport general allowed vlan add ${ranges(tagged)} tagged`] : []),
          ...(untagged.length ? [` switchport general allowed vlan add ${ranges(untagged)} untagged`] : []),
          ...(pvid === 1 ? [] : [` switchport general pvid ${pvid}`]),
        ]

/** The running configuration. */
export function configuration({ control }: Pick<ConsoleSession, 'control'>): string {
  const ids = control.vlans.filter(({ id }) => id !== 1).map(({ id }) => id)
  const ports = control.ports.map(port =>
    [
      `interface ${port.ifDescr}`,
      ...(port.alias ? [` description ${port.alias.includes(' ') ? `"${port.alias}"` : port.alias}`] : []),
      ...(enabled(port) ? [] : [' shutdown']),
      ...(port.forcedMbps === null ? [] : [' no negotiation', ` speed ${port.forcedMbps}`]),
      ...linesOf(port),
      ...(port.poe?.enabled === false ? [' power inline never'] : []),
      '!',
    ].join('\n'),
  )
  return [
    ...(ids.length ? ['vlan database', ` vlan ${ranges(ids)}`, 'exit', '!'] : []),
    `hostname ${control.facts.sysName}`,
    ...control.vlans
      .filter(({ id, name }) => id !== 1 && name)
      .map(({ id, name }) => `interface vlan ${id}\n name ${name}\n!`),
    ...ports,
    `snmp-server location "${control.facts.location}"`,
    `snmp-server contact "${control.facts.contact}"`,
    'end',
  ].join('\n')
}
