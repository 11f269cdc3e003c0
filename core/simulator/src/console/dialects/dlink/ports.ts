import type { Port } from '../../../simulated/port.ts'
import { type Command, type ConsoleSession, Refused } from '../../dialect.ts'
import { unquoted } from '../text.ts'
import { done, failed, portsOf } from './arguments.ts'

const speeds: Readonly<Record<string, number | null>> = {
  auto: null,
  '10_half': 10,
  '10_full': 10,
  '100_half': 100,
  '100_full': 100,
  '1000_full': 1000,
}

const configPorts = (
  syntax: string,
  act: (port: Port, session: ConsoleSession, args: Readonly<Record<string, string>>) => void,
): Command => ({
  syntax: `config ports <ports> ${syntax}`,
  run(session, args) {
    for (const port of portsOf(session, args['ports']!)) act(port, session, args)
    return done
  },
})

/** `config ports …`. */
export const portCommands: readonly Command[] = [
  configPorts('description <text...>', (port, _, { text }) => {
    if (unquoted(text!).length > 32)
      throw new Refused('\nThe length of the description is 32 characters at most.\nFail!\n')
    port.alias = unquoted(text!)
  }),
  configPorts('clear_description', port => {
    port.alias = ''
  }),
  configPorts('state {state:enable|disable}', (port, { control }, { state }) =>
    control.setAdmin(port, state === 'enable'),
  ),
  configPorts(`speed {speed:${Object.keys(speeds).join('|')}}`, (port, _, { speed }) => {
    if ((speeds[speed!] ?? 0) > port.speedMbps) throw new Refused(failed)
    port.forcedMbps = speeds[speed!]!
  }),
]
