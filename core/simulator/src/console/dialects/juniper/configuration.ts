import type { Port } from '../../../simulated/port.ts'
import type { ConsoleSession } from '../../dialect.ts'
import type { SwitchControl } from '../../../simulated/switch-control.ts'
import { enabled } from '../device-state.ts'
import { quoted } from './statements.ts'

/** Words that are one step of a path together with the word after them. */
const paired = new Set(['unit', 'family', 'community'])
/** Words that end a path: the rest of the statement is their value. */
const keyed = new Set([
  'version',
  'host-name',
  'description',
  'speed',
  'native-vlan-id',
  'interface-mode',
  'members',
  'location',
  'contact',
  'authorization',
  'vlan-id',
])

interface Level {
  levels: Map<string, Level>
  leaves: Map<string, string[]>
}
const newLevel = (): Level => ({ levels: new Map(), leaves: new Map() })

function add(root: Level, words: readonly string[]): void {
  let [level, at] = [root, 0]
  while (at < words.length - 1 && !keyed.has(words[at]!)) {
    const step = paired.has(words[at]!) ? words.slice(at, at + 2).join(' ') : words[at]!
    at += paired.has(words[at]!) ? 2 : 1
    const next = level.levels.get(step) ?? newLevel()
    level.levels.set(step, next)
    level = next
  }
  const key = words[at]!
  level.leaves.set(key, [...(level.leaves.get(key) ?? []), ...words.slice(at + 1)])
}

const valueOf = (values: readonly string[]): string =>
  values.length === 0 ? '' : values.length === 1 ? ` ${values[0]}` : ` [ ${values.join(' ')} ]`

const linesOf = ({ leaves, levels }: Level, indent: string): string[] => [
  ...[...leaves].map(([key, values]) => `${indent}${key}${valueOf(values)};`),
  ...[...levels].flatMap(([step, level]) => [
    `${indent}${step} {`,
    ...linesOf(level, `${indent}    `),
    `${indent}}`,
  ]),
]

/** Statements as the hierarchy that `show configuration` prints. */
function hierarchyOf(statements: readonly string[]): string {
  const root = newLevel()
  for (const statement of statements) add(root, statement.match(/"[^"]*"|\S+/g) ?? [])
  return linesOf(root, '').join('\n')
}

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
