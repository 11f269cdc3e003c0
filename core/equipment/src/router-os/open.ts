import { DeviceError } from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import type { HostKeys } from '../cli/host-keys.ts'
import { connectionOver, type Connection } from './connection.ts'
import { signIn } from './login.ts'
import { openSocket } from './socket.ts'

/** Signs in to the RouterOS API of a device. */
export type OpenRouterOs = (target: Target, signal: AbortSignal) => Promise<Connection>

/** Longest time until a connection stands, and until somebody is signed in, ms. */
const connectMs = 10_000
const loginMs = 30_000

/** @throws DeviceError AuthFailed where the access profile has no login */
export const routerOsOpener =
  (hostKeys: HostKeys): OpenRouterOs =>
  async ({ ip, routerOs: access }, signal) => {
    if (!access)
      throw new DeviceError(
        'AuthFailed',
        `The access profile of ${ip} has no login and password, and this is read over the RouterOS API`,
      )
    const { port, tls, allowLegacy, idleMs } = access
    const connection = connectionOver(
      await openSocket({ ip, port, tls, allowLegacy, connectMs, signal, hostKeys }),
      `${ip}:${port}`,
    )
    try {
      await signIn(connection, access, { signal, idleMs, totalMs: loginMs })
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }
