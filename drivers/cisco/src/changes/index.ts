import { integer, type Implementation } from '@linecard/driver-kit'
import {
  cliName,
  confirmed,
  consoleCableTest,
  industryControl,
  poe,
  portControl,
  qBridgeControl,
  typed,
  vlanControl,
  type Step,
} from '@linecard/driver-kit/builders'
import type { CliAnswer } from '@linecard/driver-kit/cli'
import type { Interface } from '@linecard/driver-kit/modules'
import { tdr } from '../parse-ios.ts'
import { panelPort } from './power.ts'

const inConfig = (lines: readonly string[]): Step[] => lines.map(command => ({ command, mode: 'config' }))
/** IOS creates the VLAN when the VLAN mode ends. `exit` ends the mode before the value is read back. */
const makeVlan = typed((id: number, name: string) => inConfig([`vlan ${id}`, `name ${name}`, 'exit']))
const removeVlan = typed((id: number) => inConfig([`no vlan ${id}`]))

const speedLines = (speed: string, auto: readonly string[], fixed: readonly string[]): readonly string[] => {
  const [mbps, duplex] = speed.split('-')
  return duplex === undefined ? auto : [...fixed, `speed ${mbps}`, `duplex ${duplex.toLowerCase()}`]
}
const speedBy = (auto: readonly string[], fixed: readonly string[] = []) =>
  portControl({
    speed: typed((one: Interface, speed: string) =>
      inConfig([`interface ${cliName(one)}`, ...speedLines(speed, auto, fixed)]),
    ),
  })

/**
 * The device asks whether to save before a restart. The answer is no, so changes that are not saved are lost.
 */
const restart: readonly CliAnswer[] = [
  { prompt: /save\s*\?\s*\[yes\/no\]:?\s*$/i, answer: 'no' },
  ...confirmed,
]

/**
 * IOS and IOS XE: ports and power over SNMP, the rest on the console. `clear counters` does not clear the
 * counters of IF-MIB. cpeExtPsePortPwrConsumption is in mW.
 */
export const iosChanges = (): readonly Implementation[] => [
  ...industryControl({
    ports: 'snmp',
    vlan: null,
    switchport: true,
    clearPort: port => `clear counters ${port}`,
    save: { command: 'write memory', done: /\[OK\]/ },
    reboot: { command: 'reload', answers: restart },
  }),
  ...vlanControl({ create: makeVlan, remove: removeVlan }),
  ...speedBy(['speed auto', 'duplex auto']),
  ...poe({ interfaceOf: panelPort, power: integer('1.3.6.1.4.1.9.9.402.1.2.1.9') }),
  consoleCableTest({
    start: port => `test cable-diagnostics tdr interface ${port}`,
    show: port => `show cable-diagnostics tdr interface ${port}`,
    parser: tdr,
    takenAt: /TDR test last run on: (?<time>.+)/,
  }),
]

/**
 * NX-OS: everything on the console. The console runs text after a `;` as a command, so a description must not
 * contain `;`.
 */
export const nxOsChanges = (): readonly Implementation[] => [
  ...industryControl({
    vlan: null,
    switchport: true,
    description: { max: 80, quote: 'line' },
    clear: { command: 'clear counters interface all' },
    clearPort: port => `clear counters interface ${port}`,
    save: { command: 'copy running-config startup-config', done: /copy complete/i },
    reboot: { command: 'reload', answers: [{ prompt: /\(y\/n\)\??\s*\[n\]\s*$/i, answer: 'y' }] },
  }),
  ...vlanControl({ create: makeVlan, remove: removeVlan }),
]

/** IOS XR: a change needs a commit, which also saves it. IOS XR has no VLANs of its own. */
export const iosXrChanges = (): readonly Implementation[] =>
  industryControl({
    vlan: null,
    description: { max: 255, quote: 'line' },
    commit: ['commit'],
    save: null,
    reboot: null,
    clearPort: port => `clear counters interface ${port}`,
  })

/** The console can ask two questions: whether to continue without saving, and whether to continue at all. */
const twice = [...confirmed, ...confirmed]
const { create, remove } = qBridgeControl()

/** SG, SF, CBS, Catalyst 1200 and 1300: RADLAN's agent. Power is in mW. */
export const smallBusinessChanges = (radlan: string): readonly Implementation[] => [
  ...industryControl({
    ports: 'snmp',
    vlan: null,
    switchport: true,
    clear: { command: 'clear counters' },
    clearPort: port => `clear counters ${port}`,
    save: {
      command: 'copy running-config startup-config',
      answers: twice,
      done: /copy succeeded|copied successfully|completed successfully/i,
    },
    reboot: { command: 'reload', answers: twice },
  }),
  ...vlanControl({ create, remove }),
  ...speedBy(['negotiation'], ['no negotiation']),
  ...poe({ power: integer(`${radlan}.108.1.1.5`) }),
]
