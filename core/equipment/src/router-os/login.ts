import { createHash } from 'node:crypto'
import { DeviceError } from '@linecard/driver-kit'
import type { AskOptions, RouterOsConnection } from './connection.ts'

/**
 * The answer to a challenge of RouterOS before 6.43: `00` and the MD5 of a zero octet, the password and the
 * challenge.
 */
export const challengeResponse = (password: string, challenge: string): string =>
  `00${createHash('md5')
    .update(Buffer.concat([Buffer.alloc(1), Buffer.from(password), Buffer.from(challenge, 'hex')]))
    .digest('hex')}`

/**
 * Signs in with name and password, as RouterOS 6.43 and later want it. Older versions ignore both and answer
 * with a challenge.
 * @throws DeviceError AuthFailed with the words of the device
 */
export async function signIn(
  connection: RouterOsConnection,
  { login, password }: { login: string; password: string },
  options: AskOptions,
): Promise<void> {
  try {
    const { ret } = await connection.ask(['/login', `=name=${login}`, `=password=${password}`], options)
    if (ret === null) return
    if (!/^(?:[0-9a-f]{2}){1,64}$/i.test(ret))
      throw new DeviceError(
        'ParseFailed',
        'The device answered the login with something that is no challenge.',
      )
    await connection.ask(
      ['/login', `=name=${login}`, `=response=${challengeResponse(password, ret)}`],
      options,
    )
  } catch (error) {
    if (!(error instanceof DeviceError) || error.kind !== 'CommandRejected') throw error
    throw new DeviceError(
      'AuthFailed',
      'The RouterOS API refused the login and password of the access profile ' +
        '(the user needs the policy "api"): ' +
        error.message.replace('The device refused /login: ', ''),
      { cause: error },
    )
  }
}
