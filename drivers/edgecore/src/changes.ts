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
 * A port as the console names it, from ifDescr `Ethernet Port on unit 1, port 5`; ifName is `Port5`.
 * @throws DeviceError BadArgument for what is no port
 */
export function consolePort({ name, descr }: Interface): string {
  const found = /\bunit (\d{1,2}), port (\d{1,3})$/i.exec(descr ?? '')
  if (!found)
    throw new DeviceError('BadArgument', `${name} is no port of the switch`, { argument: 'interface' })
  return `ethernet ${found[1]}/${found[2]}`
}

/** `100-Full` as `speed-duplex` has it, once negotiation is off. */
function speedLines(speed: string): readonly string[] {
  if (speed === 'auto') return ['negotiation']
  if (!/^(?:10|100)-(?:Half|Full)$|^1000-Full$/.test(speed))
    throw new DeviceError(
      'BadArgument',
      `speed may be auto, 10, 100 or 1000 Mbit/s on this device, and 1000 only full duplex, not ${speed}`,
      { argument: 'speed' },
    )
  return ['no negotiation', `speed-duplex ${speed.toLowerCase().replace('-', '')}`]
}

const portsOf = (interfaces: readonly Interface[]) =>
  interfaces.filter(({ descr }) => /\bunit \d+, port \d+$/i.test(descr ?? ''))

/**
 * ifAlias, ifAdminStatus and Q-BRIDGE-MIB; the rest on the console. Source: ES3528M and ECS4120 management
 * and CLI reference guides.
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
    // There is no word for all ports that every firmware knows.
    clear: typed(interfaces => portsOf(interfaces).map(one => `clear counters ${consolePort(one)}`)),
    clearPort: typed(one => [`clear counters ${consolePort(one)}`]),
    // The name of the file that is asked for is the one in use.
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

/** The agent says when it took a result, but not that none is coming. */
const settledMs = 3000

/**
 * cableDiagAction takes the ifIndex; results by ifIndex: status of pairs 1 to 4 in columns 2 to 5, lengths in
 * 6 to 9, time in 11.
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
