import { request } from 'node:http'
import { connectOnce } from '../../core/kernel/src/database/pg.ts'
import { until } from '@linecard/test-kit'
import type { Contract } from '../support/contract.ts'
import {
  sceneOf,
  startInstallation,
  withoutReadings,
  type Installation,
  type Simulated,
} from '../support/installation.ts'
import { allPermissions } from '../support/people.ts'
import { Payload } from '../support/upload.ts'

/** Callers from this address do not need a key. */
export const trustedAddress = '127.0.0.2'
export const password = 'Long enough 1!'

export interface Person {
  id: number
  login: string
  key: string
  roleId: number
  role(permissions: readonly string[]): Promise<void>
}

export interface Asked {
  method: string
  path: string
  query?: Readonly<Record<string, string>>
  body?: unknown
}
export interface Told {
  status: number
  code: string | null
  text: string
}

/** An installation with a switch that some of its users may not see. */
export interface World {
  house: Installation
  contract: Contract
  permissions: readonly string[]
  /** The switch in the group `theirs`. It is read and answers. */
  device: { id: number; accessId: number; sim: Simulated; interfaceId: number }
  groups: { ours: number; theirs: number }
  emptyRole: number
  /** A new user with these permissions. */
  person(permissions: readonly string[], groups?: readonly number[]): Promise<Person>
  /** A key for a user, without a sign-in. */
  key(login: string): Promise<string>
  expiredKey: string
  sql<T>(text: string): Promise<T[]>
  /** Sends a request from an address. Every answer is checked against the document. */
  ask(asked: Asked, key: string | null, from?: string): Promise<Told>
  /** A number that was not returned before. */
  next(): number
  stop(): Promise<void>
}

/** One request from a chosen address, which `fetch` cannot do. */
const send = (
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: string | undefined,
  localAddress: string,
): Promise<{ status: number; type: string; names: string[]; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, localAddress, agent: false }, response => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (piece: string) => {
          text += piece
        })
        .on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            names: Object.keys(response.headers),
            text,
          }),
        )
        .on('error', reject)
    })
    sent.on('error', reject).end(body)
  })

/** On a new database, or on this one. */
export async function makeMatrixWorld(databaseUrl?: string): Promise<World> {
  const house = await startInstallation({
    ...(databaseUrl ? { databaseUrl } : {}),
    // The clock stands still: a restart that takes time would never end.
    scene: sceneOf([
      {
        kind: 'switch',
        name: 'switch',
        vendor: 'dlink',
        model: 'DES-3200-10/C1',
        console: { telnet: 0 },
        rebootMs: 0,
      },
    ]),
    settings: { identity: { trusted_networks: [`${trustedAddress}/32`] } },
  })
  const { admin } = house
  await withoutReadings(admin)
  const contract = await admin.contract()
  const permissions = await allPermissions(admin)
  const [ours, theirs] = await Promise.all(
    ['ours', 'theirs'].map(name => admin.post<{ id: number }>('/device-group', { name })),
  )
  const sim = house.simulated('switch')
  const added = await house.add(sim, { group_id: theirs!.id })
  await until(
    'the switch is read',
    async () => (await admin.get<{ refreshed_at: string | null }>(`/device/${added.id}`)).refreshed_at,
    { everyMs: 100 },
  )
  const interfaceId = (await admin.get<{ id: number }[]>(`/device-interface/by-device/${added.id}`))[0]!.id
  const emptyRole = (await admin.post<{ id: number }>('/user-role', { name: 'nothing', permissions: [] })).id

  let count = 0
  const next = () => ++count
  const key: World['key'] = async login => (await house.running.use('auth').issueKey(login, '1h')).key
  const sql = async <T>(text: string): Promise<T[]> => {
    const client = await connectOnce(house.databaseUrl!)
    try {
      return (await client.query(text)).rows as T[]
    } finally {
      await client.end()
    }
  }
  const person: World['person'] = async (granted, groups = []) => {
    const login = `person${next()}`
    const role = await admin.post<{ id: number }>('/user-role', { name: login, permissions: granted })
    const { id } = await admin.post<{ id: number }>('/user', {
      login,
      password,
      role_id: role.id,
      device_groups: groups,
    })
    return {
      id,
      login,
      roleId: role.id,
      key: (await house.signIn(login, password)).key!,
      role: async now => {
        await admin.put(`/user-role/${role.id}`, { permissions: now })
      },
    }
  }

  const expired = await person(permissions)
  await sql(
    `update identity_session set expires_at = now() - interval '1 minute' where user_id = ${expired.id}`,
  )

  return {
    house,
    contract,
    permissions,
    emptyRole,
    next,
    sql,
    person,
    key,
    expiredKey: expired.key,
    stop: () => house.stop(),
    device: { id: added.id, accessId: added.access_id, sim, interfaceId },
    groups: { ours: ours!.id, theirs: theirs!.id },
    async ask({ method, path, query = {}, body }, key_, from = '127.0.0.1') {
      const url = new URL(`${house.url}/api/v1${path}`)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const payload =
        body === undefined ? undefined : body instanceof Payload ? body.text : JSON.stringify(body)
      const headers = {
        ...(payload === undefined
          ? {}
          : {
              'content-type': body instanceof Payload ? body.type : 'application/json',
              'content-length': String(Buffer.byteLength(payload)),
            }),
        ...(key_ === null ? {} : { 'x-auth-key': key_ }),
      }
      const { status, type, names, text } = await send(url, method, headers, payload, from)
      const json = /[/+]json/.test(type) ? (JSON.parse(text) as { error?: { code: string } }) : undefined
      contract.check({ method, path: url.pathname, status, contentType: type, headers: names, body: json })
      return { status, code: json?.error?.code ?? null, text }
    },
  }
}
