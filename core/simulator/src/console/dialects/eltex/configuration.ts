import type { ConsoleSession } from '../../dialect.ts'
import { enabled } from '../device-state.ts'
import { ranges } from '../text.ts'

/** The running configuration. */
export function configuration({ control }: Pick<ConsoleSession, 'control'>): string {
  const ids = control.vlans.filter(({ id }) => id !== 1).map(({ id }) => id)
  const ports = control.ports.map(port =>
    [
      `interface ${port.ifDescr}`,
      ...(port.alias ? [` description ${port.alias.includes(' ') ? `"${port.alias}"` : port.alias}`] : []),
      ...(enabled(port) ? [] : [' shutdown']),
      ...(port.mode === 'trunk'
        ? [
            ' switchport mode trunk',
            ...(port.tagged.length ? [` switchport trunk allowed vlan add ${ranges(port.tagged)}`] : []),
          ]
        : port.pvid === 1
          ? []
          : [` switchport access vlan ${port.pvid}`]),
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
    'end',
  ].join('\n')
}
