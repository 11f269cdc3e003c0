import { createHash } from 'node:crypto'
import { countedAddressOf } from '../networks/match.ts'

/** Address and login of an attempt. Failures are counted by both together and by each of them. */
export interface Attempt {
  address: string
  loginHash: string
}

/** People type passwords into the field of the login, so logins are stored as hashes. */
export const loginHashOf = (login: string): string =>
  createHash('sha256').update(login.toLowerCase()).digest('hex')

export const attemptOf = (ip: string, login: string): Attempt => ({
  address: countedAddressOf(ip),
  loginHash: loginHashOf(login),
})
