import { createHash, randomBytes } from 'node:crypto'
import type { Item } from './command.ts'

export interface Credentials {
  login: string
  password: string
  /** `plain`: RouterOS 6.43 and later. `challenge`: older versions. */
  loginStyle: 'plain' | 'challenge'
}

export type LoginResult = { challenge: string } | 'accepted' | 'refused'

/** Checks the logins of one connection. Each challenge is valid for the connection on which it was sent. */
export function createLogin({ login, password, loginStyle }: Credentials): (values: Item) => LoginResult {
  if (loginStyle === 'plain')
    return values => (values['name'] === login && values['password'] === password ? 'accepted' : 'refused')
  let challenge: string | null = null
  return values => {
    if (values['response'] === undefined) {
      challenge = randomBytes(16).toString('hex')
      return { challenge }
    }
    if (challenge === null || values['name'] !== login) return 'refused'
    const md5 = createHash('md5')
      .update(Buffer.concat([Buffer.from([0]), Buffer.from(password), Buffer.from(challenge, 'hex')]))
      .digest('hex')
    return values['response'] === `00${md5}` ? 'accepted' : 'refused'
  }
}
