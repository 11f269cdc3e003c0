import type { Port } from '../../../simulated/port.ts'
import type { ConsoleSession } from '../../dialect.ts'
import type { SwitchControl } from '../../../simulated/switch-control.ts'
import { enabled } from '../device-state.ts'
import { hierarchyOf } from './hierarchy.ts'
import { quoted } from './statements.ts'

const nameOf = ({ id, name }: { id: number; name: string }) => (name === '' ? `vlan${id}` : quoted(name))

function portStatements(port: Port): string[] {
  const { ifName, alias, forcedMbps, mode, tagged, untagged } = port
  const trunk = mode !== 'access'
  const switching = `interfaces ${ifName} unit 0 family ethernet-switching`
  return [
    ...(alias ? [`interfaces ${ifName} description ${quoted(alias)}`] : []),
    ...(enabled(port) ? [] : [`interfaces ${ifName} disable`]),
    ...(forcedMbps === null ? [] : [`interfaces ${ifName} ether-options speed ${forcedMbps}m`]),
    ...(trunk ? untagged.map(id => `interfaces ${ifName} native-vlan-id ${id}`) : []),
    `${switching} interface-mode ${trunk ? 'trunk' : 'access'}`,
    ...(trunk ? tagged : untagged).map(id => `${switching} vlan members ${id}`),
  ]
}

/** The active configuration as statements. */
export const activeStatements = ({ facts, off, vlans, ports }: SwitchControl): string[] => [
  `system host-name ${facts.sysName}`,
  ...(['ssh', 'telnet'] as const).filter(one => !off.has(one)).map(one => `system services ${one}`),
  ...ports.flatMap(portStatements),
  `snmp location ${quoted(facts.location)}`,
  `snmp contact ${quoted(facts.contact)}`,
  ...(off.has('snmp') ? [] : ['snmp community public authorization read-only']),
  ...vlans.map(vlan => `vlans ${nameOf(vlan)} vlan-id ${vlan.id}`),
]

const allStatements = (control: SwitchControl) => ['version 12.3R12.4', ...activeStatements(control)]

/** The running configuration. */
export const configuration = ({ control }: Pick<ConsoleSession, 'control'>): string =>
  allStatements(control)
    .map(one => `set ${one}`)
    .join('\n')

/** The same as a hierarchy, below the line about the last commit. */
export const shownConfiguration = ({ control }: Pick<ConsoleSession, 'control'>): string =>
  `## Last commit: 2026-01-15 12:00:00 UTC by noc\n${hierarchyOf(allStatements(control))}`

/** The text after a beginning, without quotes. */
const textOf = (all: readonly string[], at: string): string =>
  all
    .find(one => one.startsWith(`${at} `))
    ?.slice(at.length + 1)
    .replace(/^"(.*)"$/, '$1') ?? ''

interface VlanStatement {
  id: number
  name: string
}
export const vlansIn = (all: readonly string[]): VlanStatement[] =>
  all.flatMap(one => {
    const [, name, id] = /^vlans (\S+|"[^"]*") vlan-id (\d+)$/.exec(one) ?? []
    return name ? [{ id: Number(id), name: name.replaceAll('"', '') }] : []
  })

/**
 * Ids of the VLANs of a port; a member is named by its name or its id. Null for one that is not configured.
 */
export function membersOf(all: readonly string[], ifName: string): (number | null)[] {
  const known = vlansIn(all)
  const at = `interfaces ${ifName} unit 0 family ethernet-switching vlan members `
  return all
    .filter(one => one.startsWith(at))
    .map(one => one.slice(at.length))
    .map(word => known.find(({ id, name }) => name === word || String(id) === word)?.id ?? null)
}

function activatePort(control: SwitchControl, port: Port, all: readonly string[]): void {
  const at = `interfaces ${port.ifName}`
  const switching = `${at} unit 0 family ethernet-switching`
  const trunk = all.includes(`${switching} interface-mode trunk`)
  const members = membersOf(all, port.ifName).filter(id => id !== null)
  const native = Number(textOf(all, `${at} native-vlan-id`)) || null
  port.alias = textOf(all, `${at} description`)
  port.forcedMbps = Number.parseInt(textOf(all, `${at} ether-options speed`), 10) || null
  if (enabled(port) === all.includes(`${at} disable`)) control.setAdmin(port, !enabled(port))
  // A port of another kind that is in no statement keeps it.
  if (trunk !== (port.mode !== 'access')) control.setMode(port, trunk ? 'trunk' : 'access')
  port.tagged = trunk ? members.toSorted((a, b) => a - b) : []
  port.untagged = trunk ? (native === null ? [] : [native]) : members
  port.pvid = port.untagged[0] ?? 1
}

/** Makes these statements the active configuration. */
export function activate(control: SwitchControl, all: readonly string[]): void {
  const { facts, vlans, ports } = control
  facts.sysName = textOf(all, 'system host-name')
  facts.location = textOf(all, 'snmp location')
  facts.contact = textOf(all, 'snmp contact')
  for (const service of ['ssh', 'telnet'] as const)
    control.setService(service, all.includes(`system services ${service}`))
  control.setService(
    'snmp',
    all.some(one => one.startsWith('snmp community ')),
  )
  const wanted = vlansIn(all)
  for (const { id } of vlans) if (!wanted.some(vlan => vlan.id === id)) control.deleteVlan(id)
  for (const { id, name } of wanted) if (control.createVlan(id, name) !== null) control.renameVlan(id, name)
  for (const port of ports) activatePort(control, port, all)
}
