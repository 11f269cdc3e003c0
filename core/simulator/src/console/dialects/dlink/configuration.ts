import type { ConsoleSession } from '../../dialect.ts'
import { enabled } from '../device-state.ts'
import { ranges } from '../text.ts'
import { securityLines } from './port-security.ts'

/** The running configuration as commands. */
export function configuration({
  control,
  device: { model },
}: Pick<ConsoleSession, 'control' | 'device'>): string {
  const vlans = control.vlans.flatMap(({ id, name }) => {
    const [tagged, untagged] = [
      control.ports.filter(port => port.tagged.includes(id)),
      control.ports.filter(port => port.untagged.includes(id)),
    ].map(ports => ranges(ports.map(port => port.ifIndex)))
    return [
      ...(id === 1 ? [] : [`create vlan ${name} tag ${id}`]),
      ...(tagged ? [`config vlan vlanid ${id} add tagged ${tagged}`] : []),
      ...(untagged ? [`config vlan vlanid ${id} add untagged ${untagged}`] : []),
    ]
  })
  const ports = control.ports.map(port => {
    const speed = port.forcedMbps === null ? 'auto' : `${port.forcedMbps}_full`
    const description = port.alias ? ` description "${port.alias}"` : ''
    const state = enabled(port) ? 'enable' : 'disable'
    return `config ports ${port.ifIndex} speed ${speed} state ${state}${description}`
  })
  return [
    '#' + '-'.repeat(78),
    `#                       ${model.sysDescr}`,
    '#                                Configuration',
    '#',
    `#                           Firmware: Build ${model.firmware}`,
    '#' + '-'.repeat(78),
    '',
    '# BASIC',
    '',
    `config snmp system_name ${control.facts.sysName}`,
    `config snmp system_location ${control.facts.location}`,
    `config snmp system_contact ${control.facts.contact}`,
    '',
    '# VLAN',
    '',
    `config vlan default delete 1-${control.ports.length}`,
    ...vlans,
    '',
    '# PORT',
    '',
    ...ports,
    ...securityLines(control.ports),
    '',
  ].join('\n')
}
