import type { Device as Simulated } from '@linecard/simulator'
import { makeWorld, type World } from './core.ts'
import { acme } from './acme.ts'

export type { World }

/** The core with the Acme driver. The scheduled jobs never run: tests start the readings. */
export const startWorld = (settings: Record<string, Record<string, unknown>> = {}): Promise<World> =>
  makeWorld({ drivers: [acme], settings: { identity: { rate_limiter_enabled: false }, ...settings } })

export const dataOf = <T>(answer: { body: { data: unknown } }): T => answer.body.data as T

/** Adds something and returns its data. Throws with the answer if that fails. */
export async function add<T = { id: number }>(
  world: World,
  path: string,
  body: object,
  key?: string,
): Promise<T> {
  const answer = await world.http('POST', path, body, key)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`)
  return dataOf<T>(answer)
}

/** An access profile for a simulated device, with short timeouts. */
export const accessFor = (world: World, { port }: Simulated, name: string, more: object = {}) =>
  add(world, '/device-access', {
    name,
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: port, snmp_timeout_sec: 0.3, snmp_repeats: 0 } },
    ...more,
  })

export async function modelId(world: World, key: string): Promise<number> {
  const models = dataOf<{ id: number; key: string }[]>(await world.http('GET', '/device-model'))
  return models.find(model => model.key === key)!.id
}

const password = 'Long enough password 1'
let users = 0
/** Key of a user with these permissions who sees only these groups. */
export async function keyOf(world: World, permissions: string[], groups: number[]): Promise<string> {
  const name = `limited-${++users}`
  const role = await add(world, '/user-role', { name, permissions })
  await add(world, '/user', { login: name, password, role_id: role.id, device_groups: groups })
  return dataOf<{ key: string }>(await world.http('POST', '/auth', { login: name, password }, null)).key
}
