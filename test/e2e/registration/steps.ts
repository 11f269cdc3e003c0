import { setTimeout as sleep } from 'node:timers/promises'
import { identText, runningConfiguration } from '@linecard/simulator'
import { assert } from '@linecard/test-kit'
import type { Answer } from '../../support/client.ts'
import type { Installation } from '../../support/installation.ts'
import type { OltWorld } from '../olts/world.ts'
import type { TemplateBody } from './template.ts'

export interface Registration {
  id: number
  kind: string
  state: string
  open: boolean
  device?: { id: number }
  ident: string
  number: number
  interface: { id: number | null; bind_key: string; name: string } | null
  left: string[]
  sent: number
  of: number
  seen: { status: string | null; waiting: boolean | null } | null
  error: { code: string; description: string } | null
  console: { commands: { command: string; success: boolean }[]; undo: { command: string }[] } | null
}
export interface Planned {
  id: string
  possible: boolean
  number: number | null
  conflicts: { code: string; severity: string; message: string }[]
  commands: { text: string }[] | null
  undo: { text: string }[] | null
}

const base = '/component/onts_registration'
export const textOf = ({ olt }: OltWorld): string => runningConfiguration(olt)

/** The time of the network goes faster than that of the service, so ONUs have less of it to come online, s. */
const onlineSec = 15

/** Stores a template for the model of this OLT. */
export async function storeTemplate({ house, id }: OltWorld, body: TemplateBody): Promise<{ id: number }> {
  const { model } = await house.admin.get<{ model: { key: string } }>(`/device/${id}`)
  const verify = { ...(body['verify'] as object), online_sec: onlineSec }
  return house.admin.post('/component/onts-registration-control', { ...body, verify, models: [model.key] })
}

/** How many works let the time of a network go on. */
const flows = new WeakMap<Installation, number>()

/** Does the work while the time of the network goes on, so that ONUs come online. */
export async function flowing<T>(world: OltWorld, work: () => Promise<T>): Promise<T> {
  const { house } = world
  const others = () => flows.get(house) ?? 0
  flows.set(house, others() + 1)
  // Works at the same time share the time: it does not go faster for each of them.
  const timer = setInterval(() => world.wait(5 / others()), 100)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    flows.set(house, others() - 1)
  }
}

/** An unregistered ONU is connected to a port. */
export function connect(world: OltWorld, port: string, serial: string, type: string): void {
  world.event({ do: 'appear', port, serial, type })
}

interface Field {
  key: string
  options: { value: string; label: string }[] | null
}

/** Params with the values of the choices that have these labels or values, as a person picks them. */
export async function picked(
  { house, id }: OltWorld,
  ident: string,
  params: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { fields } = await house.admin.post<{ fields: Field[] }>(`${base}/form`, {
    device: { id },
    ident,
    params: {},
  })
  const valueOf = (key: string, label: string) => {
    const options = fields.find(field => field.key === key)?.options
    if (!options) return label
    const found = options.find(option => [option.label, option.value].includes(label))
    assert.ok(found, `${key} has no choice "${label}": ${JSON.stringify(options)}`)
    return found!.value
  }
  return Object.fromEntries(Object.entries(params).map(([key, label]) => [key, valueOf(key, label)]))
}

/** Asks for what changes nothing, again while other tests have the database. */
async function patient<T>(ask: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++)
    try {
      return await ask()
    } catch (error) {
      if (count === 5 || !String(error).includes('DATABASE_BUSY')) throw error
      await sleep(2_000)
    }
}

export const registrar = (world: OltWorld, params: object) => {
  const { house, id } = world
  const named = (ident: string) => ({ device: { id }, ident, params })
  return {
    params,
    plan: (ident: string, more: object = {}) =>
      patient(() => house.admin.post<Planned>(`${base}/plan`, { ...named(ident), ...more })),
    register: (ident: string, more: object = {}, headers: Record<string, string> = {}) =>
      flowing(world, () =>
        house.admin.ask<Registration>('POST', `${base}/register`, {
          body: { ...named(ident), ...more },
          headers,
        }),
      ),
    registerPlan: (plan_id: string) =>
      flowing(world, () => house.admin.ask<Registration>('POST', `${base}/register`, { body: { plan_id } })),
    waiting: async () =>
      (
        await patient(() =>
          house.admin.get<{ ident: string }[]>(`${base}/unregistered`, { device_id: id, from: 'device' }),
        )
      ).map(({ ident }) => ident),
    of: (ident: string) =>
      patient(() => house.admin.get<Registration[]>(`${base}/registrations`, { device_id: id, ident })),
    get: (run: number) => patient(() => house.admin.get<Registration>(`${base}/registrations/${run}`)),
    post: (path: string, body: object = {}) =>
      flowing(world, () => house.admin.ask<Registration>('POST', `${base}/${path}`, { body })),
  }
}
export type Registrar = ReturnType<typeof registrar>

/** The ONU of an ident in the OLT. */
export const inOlt = ({ olt }: OltWorld, ident: string) =>
  olt.onus.find(({ serial }) => identText(serial) === ident)

/** An answer that is a success, with what it says. */
export function done({ status, data, text }: Answer<Registration>): Registration {
  assert.is(status, 200, text)
  assert.is(data.state, 'done', text)
  return data
}
