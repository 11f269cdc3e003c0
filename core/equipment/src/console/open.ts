import { DeviceError } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import type { Target } from '@linecard/plugin-kit'
import type { HostKeys } from '../host-keys.ts'
import { createReader } from './reader.ts'
import { openConsoleSession, type ConsoleSession } from './session.ts'
import type { OnTranscript } from './state.ts'
import { openTelnet } from './transport.ts'

/** Signs in to the console of a device. */
export type OpenConsole = (
  target: Target,
  profile: CliProfile,
  onTranscript: OnTranscript,
  signal: AbortSignal,
) => Promise<ConsoleSession>

/** How long the connection, and then the login, may take. */
const connectMs = 10_000
const loginMs = 30_000

/**
 * Opens consoles over telnet and SSH.
 * @param maxCharacters of one output
 * @throws DeviceError AuthFailed if the access profile has no login
 */
export const consoleOpener =
  (hostKeys: HostKeys, maxCharacters: number): OpenConsole =>
  async ({ ip, charset, console: access }, profile, onTranscript, signal) => {
    if (!access?.login && !access?.password)
      throw new DeviceError(
        'AuthFailed',
        `The access profile of ${ip} has no login and password for the console.`,
      )
    const { port, login, password, enable, commandMs, idleMs, allowLegacy } = access
    const endpoint = { ip, port, connectMs, signal, charset }
    const transport =
      access.protocol === 'ssh'
        ? await (
            await import('./ssh-apart.ts')
          ).openSsh({ ...endpoint, login, password, allowLegacy, profile, hostKeys })
        : await openTelnet(endpoint)
    try {
      return await openConsoleSession(
        {
          profile,
          transport,
          reader: createReader(transport, maxCharacters),
          credentials: { login, password, enable },
          limits: { loginMs, commandMs, idleMs },
          onTranscript,
        },
        signal,
      )
    } catch (error) {
      transport.close()
      throw error
    }
  }
