import { DeviceError, type Implementation } from '@linecard/driver-kit'
import {
  cliDescription,
  cliName,
  consoleCableTest,
  maintenance,
  portControl,
  typed,
  type Act,
  type PortState,
} from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { tdr } from './parse.ts'

/** The form in the configuration: `ge-0/0/1` or `ge-0/0/1 unit 100`. */
const place = (one: Interface) => cliName(one).replace(/\.(\d+)$/, ' unit $1')

/**
 * Runs statements and commits them. Refused statements are rolled back: otherwise the next commit, possibly
 * of another person, applies them.
 */
const committed =
  <A extends unknown[]>(statements: (...args: A) => readonly string[]): Act<A> =>
  async (session, ...args) => {
    const act = typed((...given: A) =>
      [...statements(...given), 'commit'].map(command => ({ command, mode: 'config' })),
    )
    try {
      return await act(session, ...args)
    } catch (error) {
      if (error instanceof DeviceError && error.kind === 'CommandRejected')
        await session.cli.run('rollback 0', { mode: 'config', lenient: true })
      throw error
    }
  }

/** SNMP of Junos is read-only (Junos CLI User Guide). A commit also saves the configuration. */
export const changes = (): Implementation[] => [
  consoleCableTest({
    start: port => `request diagnostics tdr start interface ${port}`,
    show: port => `show diagnostics tdr interface ${port}`,
    parser: tdr,
    running: /^Test status\s+: Started/m,
  }),
  ...portControl({
    descr: committed((one: Interface, text: string) => [
      text === ''
        ? `delete interfaces ${place(one)} description`
        : `set interfaces ${place(one)} description ${cliDescription(text, { max: 255 })}`,
    ]),
    state: committed((one: Interface, state: PortState) => [
      `${state === 'disable' ? 'set' : 'delete'} interfaces ${place(one)} disable`,
    ]),
  }),
  ...maintenance({
    clear: typed(() => ['clear interfaces statistics all']),
    clearPort: typed((one: Interface) => [`clear interfaces statistics ${cliName(one)}`]),
    reboot: typed(() => [
      { command: 'request system reboot', answers: [{ prompt: /\[yes,no\] \(no\)\s*$/, answer: 'yes' }] },
    ]),
  }),
]
