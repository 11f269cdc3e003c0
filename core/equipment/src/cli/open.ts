import { DeviceError } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import type { Target } from '@linecard/plugin-kit'
import { openConsole, type Console, type Said } from './console.ts'
import { readerOf } from './reader.ts'
import type { HostKeys } from './host-keys.ts'
import { openSsh } from './ssh.ts'
import { openTelnet } from './wire.ts'

/** Signs in to the console of a device. */
export type OpenConsole = (
  target: Target,
  profile: CliProfile,
  hear: (said: Said) => void,
  signal: AbortSignal,
) => Promise<Console>

/** Longest time until a connection stands, and until somebody is signed in, ms. */
const connectMs = 10_000
const loginMs = 30_000

/** Consoles over telnet and SSH. @throws DeviceError AuthFailed where the device has no console access */
export const consoleOpener =
  (hostKeys: HostKeys): OpenConsole =>
  async ({ ip, console: access }, profile, hear, signal) => {
    if (!access?.login && !access?.password)
      throw new DeviceError(
        'AuthFailed',
        `The access profile of ${ip} has no login and password for its console`,
      )
    const { port, login, password, enable, commandMs, idleMs, allowLegacy } = access
    const place = { ip, port, connectMs, signal }
    const wire =
      access.protocol === 'ssh'
        ? await openSsh({ ...place, login, password, allowLegacy, profile, hostKeys })
        : await openTelnet(place)
    try {
      return await openConsole(
        {
          profile,
          wire,
          reader: readerOf(wire),
          credentials: { login, password, enable },
          limits: { loginMs, commandMs, idleMs },
          hear,
        },
        signal,
      )
    } catch (error) {
      wire.close()
      throw error
    }
  }
