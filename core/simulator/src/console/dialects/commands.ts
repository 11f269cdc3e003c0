import type { Port } from '../../simulated/port.ts'
import type { Refusal } from '../../simulated/vlan-configuration.ts'
import { type AnySession, type Command, type ConsoleSession, Refused } from '../dialect.ts'

/** Throws the vendor's message if the configuration refuses a change. */
export function assertDone(
  refusal: Refusal | null,
  messages: Partial<Record<Refusal, string>>,
  otherwise: string,
): void {
  if (refusal !== null) throw new Refused(messages[refusal] ?? otherwise)
}

/** A command that only changes the mode, or runs `to`. */
export const modeCommand = <S extends AnySession = ConsoleSession>(
  syntax: string,
  to: string | ((session: S) => void),
): Command<S> => ({
  syntax,
  run(session) {
    if (typeof to === 'string') session.mode = to
    else to(session)
    return undefined
  },
})
/** A command that ends the session. */
export const signOutCommand = <S extends AnySession = ConsoleSession>(syntax: string): Command<S> =>
  modeCommand<S>(syntax, session => session.signOut())

/** A command for the ports of the present mode: `act` runs once for each. */
export const portCommand = (
  syntax: string,
  act: (port: Port, session: ConsoleSession, args: Readonly<Record<string, string>>) => void,
): Command => ({
  syntax,
  run(session, args) {
    for (const port of session.ports) act(port, session, args)
    return undefined
  },
})

/**
 * Runs `act` if the port is in this mode. Switches accept commands for another mode silently; here they
 * change nothing.
 */
export const ifMode = (port: Port, mode: Port['mode'], act: () => void): void => {
  if (port.mode === mode) act()
}
