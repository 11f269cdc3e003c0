import type { CliParser } from '../../cli/parse/index.ts'
import { consoleSource, type Implementation } from '../../contract/implementation.ts'
import { vlansByPortOf } from '../vlans-by-port.ts'
import { consoleLldp } from './neighbours.ts'
import { consolePorts } from './ports.ts'
import { entriesOf, parserOf, type ConsoleWays, type Shown, type Way } from './read.ts'
import { consoleSystem } from './system.ts'
import { consoleArps, consoleFdb, consoleVlans, type VlanRules } from './tables.ts'

export { bindKeyOfName, canonicalPort, portFinder, typeOfName, type PortFinder } from './names.ts'
export type { ConsoleWays, Shown, Way } from './read.ts'
export type { VlanRules } from './tables.ts'

/** Which commands a console has for each area, and the parsers of what they print. */
export interface FromConsole {
  /** Maker, for `system`. */
  vendor: string
  parsers: readonly CliParser[]
  /** The commands of each area, in the order in which they are tried. */
  ways: ConsoleWays
  /** The commands for neighbours by CDP. Their rows follow those of LLDP. */
  cdp?: readonly Way[]
  vlans?: VlanRules
}

/** Every entry of the ways. */
const entries = ({ ways, cdp = [] }: Pick<FromConsole, 'ways' | 'cdp'>): Shown[] =>
  [...Object.values(ways).flat(), ...cdp].flatMap(entriesOf)

/**
 * The modules that a console answers, from its parsers: `Family.console`. A parser that reads no command of
 * the ways serves no module, and a command without parser cannot be read: both are errors of the driver.
 * @throws Error at the start of the driver
 */
export function fromConsole({ vendor, parsers, ways, cdp, vlans }: FromConsole): Implementation[] {
  const all = entries({ ways, ...(cdp && { cdp }) })
  const unread = all.filter(shown => !parserOf(parsers, shown))
  if (unread.length > 0)
    throw new Error(`no parser of ${vendor} reads ${unread.map(({ send }) => send).join(', ')}`)
  const used = new Set(all.map(shown => parserOf(parsers, shown)))
  const idle = parsers.filter(one => one.area !== 'cable' && !used.has(one))
  if (idle.length > 0)
    throw new Error(`parsers of ${vendor} serve no module: ${idle.map(one => one.command).join(', ')}`)
  return [
    ...(ways.ports ? consolePorts(parsers, ways.ports) : []),
    ...(ways.fdb ? [consoleFdb(parsers, ways.fdb)] : []),
    ...(ways.arp ? [consoleArps(parsers, ways.arp)] : []),
    ...(ways.vlans ? [consoleVlans(parsers, ways.vlans, vlans), vlansByPortOf()] : []),
    ...(ways.lldp ? [consoleLldp(parsers, ways.lldp, cdp)] : []),
    ...(ways.system ? [consoleSystem(parsers, ways.system, vendor)] : []),
  ].map(one => ({ ...one, source: consoleSource }))
}
