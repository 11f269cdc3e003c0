import { DeviceError } from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import type { HostKeys } from '../host-keys.ts'
import { connectionOver, type RouterOsConnection } from './connection.ts'
import { signIn } from './login.ts'
import { openSocket } from './socket.ts'

/** Signs in to the RouterOS API of a device. */
export type OpenRouterOs = (target: Target, signal: AbortSignal) => Promise<RouterOsConnection>

/** How long the connection, and then the login, may take. */
const connectMs = 10_000
const loginMs = 30_000

/** @throws DeviceError AuthFailed if the access profile has no login */
export const routerOsOpener =
  (hostKeys: HostKeys): OpenRouterOs =>
  async ({ ip, routerOs: access }, signal) => {
    if (!access)
      throw new DeviceError(
        'AuthFailed',
        `The access profile of ${ip} has no login and password, which the RouterOS API needs.`,
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
