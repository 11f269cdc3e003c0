import { Secret, TOTP } from 'otpauth'
import { assert } from '@linecard/test-kit'
import type { World } from './core.ts'

export const password = 'Long enough password 1'
let count = 0

export interface Person {
  id: number
  login: string
  key: string
  role: number
}

/**
 * A user with these permissions, limited to these device groups, and signed in. Without groups the user sees
 * all devices.
 */
export async function personWith(
  world: World,
  permissions: readonly string[],
  groups: readonly number[] = [],
): Promise<Person> {
  const login = `user-${++count}`
  const role = await world.http('POST', '/user-role', { name: `role-${count}`, permissions })
  assert.is(role.status, 201, role.text)
  const roleId = (role.body.data as { id: number }).id
  const user = await world.http('POST', '/user', {
    login,
    password,
    role: { id: roleId, name: 'ignored' },
    device_groups: groups,
  })
  assert.is(user.status, 201, user.text)
  return { id: (user.body.data as { id: number }).id, login, key: await signedIn(world, login), role: roleId }
}

/** Key of a new sign-in. */
export async function signedIn(world: World, login: string): Promise<string> {
  const answer = await world.http('POST', '/auth', { login, password }, null)
  assert.is(answer.status, 200, answer.text)
  return (answer.body.data as { key: string }).key
}

/** The code that an authenticator shows `steps` steps of 30 s from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
