import { DeviceError, enumeration, integer, text, type Implementation } from '@linecard/driver-kit'
import {
  cableTest,
  ifControl,
  integerTo,
  maintenance,
  portControl,
  qBridgeControl,
  typed,
  vlanControl,
  type CableTest,
  type Step,
} from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'

/**
 * Name of a port on the console, from ifDescr `Ethernet Port on unit 1, port 5`. ifName is `Port5`.
 * @throws DeviceError BadArgument if the interface is not a port
 */
export function consolePort({ name, descr }: Interface): string {
  const found = /\bunit (\d{1,2}), port (\d{1,3})$/i.exec(descr ?? '')
  if (!found)
    throw new DeviceError('BadArgument', `${name} is not a port of the switch`, { argument: 'interface' })
  return `ethernet ${found[1]}/${found[2]}`
}

/** Console commands for a speed such as `100-Full`. `speed-duplex` needs negotiation off. */
function speedLines(speed: string): readonly string[] {
  if (speed === 'auto') return ['negotiation']
  if (!/^(?:10|100)-(?:Half|Full)$|^1000-Full$/.test(speed))
    throw new DeviceError(
      'BadArgument',
      `This device supports auto, 10, 100 and 1000 Mbit/s (1000 only with full duplex), not ${speed}`,
      { argument: 'speed' },
    )
  return ['no negotiation', `speed-duplex ${speed.toLowerCase().replace('-', '')}`]
}

const portsOf = (interfaces: readonly Interface[]) =>
  interfaces.filter(({ descr }) => /\bunit \d+, port \d+$/i.test(descr ?? ''))

/**
 * Changes by ifAlias, ifAdminStatus and Q-BRIDGE-MIB; the rest on the console. Source: ES3528M and ECS4120
 * management and CLI reference guides.
 */
export const changes: readonly Implementation[] = [
  ...ifControl(),
  ...portControl({
    speed: typed((one: Interface, speed: string) =>
      [`interface ${consolePort(one)}`, ...speedLines(speed)].map((command): Step => ({
        command,
        mode: 'config',
      })),
    ),
  }),
  ...vlanControl(qBridgeControl()),
  ...maintenance({
    // The command has no form for all ports that works on every firmware.
    clear: typed(interfaces => portsOf(interfaces).map(one => `clear counters ${consolePort(one)}`)),
    clearPort: typed(one => [`clear counters ${consolePort(one)}`]),
    // The console asks for a file name. An empty answer accepts its suggestion, the startup file in use.
    save: {
      act: typed(() => [
        {
          command: 'copy running-config startup-config',
          answers: [{ prompt: /file name\s*\[[^\]]*\]\s*:\s*$/i, answer: '' }],
          idleMs: 60_000,
        },
      ]),
      done: /\bsuccess|\bfinish/i,
    },
    reboot: typed(() => [
      { command: 'reload', answers: [{ prompt: /\by\/n\W*$/i, answer: 'y' }], idleMs: 5000 },
    ]),
  }),
]

const states = {
  1: 'NotTested',
  2: 'OK',
  3: 'Open',
  4: 'Short',
  5: 'OpenShort',
  6: 'CrossTalk',
  7: 'Unknown',
  8: 'ImpedanceMismatch',
  9: 'Failed',
  10: 'NotSupported',
  11: 'NoCable',
  12: 'Unknown',
} as const

/** The agent gives the time of a result, but does not say that no result will come. */
const settledMs = 3000

/**
 * cableDiagAction takes the ifIndex. Results by ifIndex: status of pairs 1 to 4 in columns 2 to 5, lengths in
 * columns 6 to 9, time in column 11.
 */
const cable = (mib: string): CableTest => {
  const result = `${mib}.1.2.3.2.1`
  return {
    pairs: [0, 1, 2, 3].map(at => ({
      status: enumeration(`${result}.${2 + at}`, states),
      length: integer(`${result}.${6 + at}`),
    })),
    state: enumeration(`${result}.2`, { 12: 'Running' }, { unknown: 'Idle' }),
    time: text(`${result}.11`),
    start: ({ if_index: index }) => [integerTo(`${mib}.1.2.3.1.0`, index!)],
    running: (now, before, elapsed) =>
      now.state === 'Running' || (now.time === before.time && elapsed < settledMs),
  }
}

export const cableDiagnostics = (mib: string): Implementation => cableTest(cable(mib))
