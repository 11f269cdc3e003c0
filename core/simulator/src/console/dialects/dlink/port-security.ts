import type { Port } from '../../../simulated/port.ts'
import { type Command, Refused } from '../../dialect.ts'
import { done, failed, portsOf } from './arguments.ts'

/** Port security ("Port Security Commands", DES-3200 CLI Reference). */
export const securityCommands: readonly Command[] = [
  {
    syntax:
      'config port_security ports <ports> admin_state {state:enable|disable} [max_learning_addr <count>] ' +
      '[lock_address_mode {mode:permanent|deleteontimeout|deleteonreset}]',
    run(session, { ports, state, count = '32' }) {
      if (!/^\d+$/.test(count) || Number(count) > 3328) throw new Refused(failed)
      for (const port of portsOf(session, ports!)) {
        delete port.security
        if (state === 'enable') port.security = { maximum: Number(count), violation: 'drop' }
      }
      return done
    },
  },
]

/** Its lines of the running configuration. */
export const securityLines = (ports: readonly Port[]): string[] =>
  ports.flatMap(({ ifIndex, security }) =>
    security
      ? [
          `config port_security ports ${ifIndex} admin_state enable max_learning_addr ${security.maximum}` +
            ' lock_address_mode DeleteOnReset',
        ]
      : [],
  )
