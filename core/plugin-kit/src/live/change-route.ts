import type { Module } from '@linecard/driver-kit'
import { ChangeResult, parseInterface } from '@linecard/driver-kit/modules'
import { Type as T, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { needPermission, type Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Routes } from '../http.ts'
import type { Target } from '../services/index.ts'
import { closedObject, nullable } from '../shapes.ts'
import { makeChanges, summed, type WantedStep } from './change-steps.ts'
import { DeviceParams, atPlace, deviceNamed, needModule, placeNamed, type Place } from './params.ts'

/** What `liveChange` makes a POST of. The answer has a member for each of `changes`; null: not asked for. */
export interface LiveChange<B extends TProperties> {
  /** Below `/api/v1`, without the device. */
  path: string
  operationId: string
  tag: string
  summary: string
  /**
   * Permission of the route; `signed-in` if the body decides. Each step also needs the permission of its
   * module.
   */
  permission: string
  description?: string
  /** Has `interface` if a step needs one. Has an example. */
  body: TObject<B>
  /** Only devices whose model supports this module. The others are 422. */
  only?: Module
  /** Names of the steps, in the order in which they run. */
  changes: readonly string[]
  /**
   * The steps that a body asks for, in order.
   * @throws ApiError if the body asks for nothing, or for things that exclude each other
   */
  steps(body: Static<TObject<B>>): readonly WantedStep[]
}

const told =
  'Answers when the device has accepted the change and, where it can be read back, shows it. ' +
  '403 names the missing permission, 409: another change is running on the device, ' +
  '422: the model does not support it, 502: the device refused the change or did not apply it.'

type FoundPlace = Place & { argument: number; name: string }

interface Changing {
  ctx: Pick<Context, 'use'>
  target: Target
  caller: Caller
  signal: AbortSignal
}

/**
 * The interface that the client names by its id, bind key or name: from the inventory, or else from the
 * device.
 * @throws ApiError, DeviceError if no interface or several interfaces match
 */
async function placeOf(word: string, { ctx, target, caller, signal }: Changing): Promise<FoundPlace> {
  const place = await placeNamed(ctx, target, word, caller)
  const { argument, name, expected, byName } = place
  if (name !== null) return { argument: Number(argument), name, expected, byName }
  const { data } = await ctx
    .use('equipment')
    .call(target, parseInterface, { interface: argument }, { from: 'device', caller, signal })
  return {
    argument: data.id,
    name: data.name,
    expected: { id: data.id, name: data.name, mac: data.mac_address ?? null },
    byName: String(data.id) !== String(argument),
  }
}

/** Accepted because clients send `from` with every operation on a device. */
const Query = closedObject({
  from: T.Optional(T.Literal('device', { description: 'A change always goes to the device' })),
})

const Place = nullable(
  closedObject(
    { id: T.Integer({ description: 'Bind key' }), name: T.String() },
    { description: 'Interface that was changed; null: the change concerns the whole device' },
  ),
)

/** Schema of the answer: the outcome of each step, and their sum. */
const shapeOf = (changes: readonly string[], $id: string): TSchema =>
  closedObject(
    {
      ...ChangeResult.properties,
      interface: Place,
      changes: closedObject(Object.fromEntries(changes.map(name => [name, nullable(ChangeResult)])), {
        description: 'Outcome of each step; null: not asked for',
      }),
    },
    {
      $id,
      description:
        'A change that the device accepted. If the device refuses it, or the read-back shows another ' +
        'value, the answer is an error',
    },
  )

/**
 * Declares a POST that changes a device. It supports `Idempotency-Key`. The action log records the user, the
 * change and the evidence. Errors: 403 names the missing permission, 409 another change is running on the
 * device, 422 the model does not support it, 502 the device refused the change or did not apply it.
 */
export function liveChange<B extends TProperties>(
  routes: Routes,
  ctx: Pick<Context, 'use'>,
  { path, body, changes, steps, description, only, ...route }: LiveChange<B>,
  $id: string,
): void {
  const example = { accepted: true, evidence: 'ifAlias.3 = "uplink"', verified: true }
  routes.post(
    `${path}/:deviceId`,
    {
      ...route,
      description: [description, told].filter(Boolean).join(' '),
      scope: 'group',
      changesDevice: true,
      params: DeviceParams,
      query: Query,
      body,
      response: shapeOf(changes, $id),
      example: {
        ...example,
        interface: { id: 3, name: 'Gi0/3' },
        changes: Object.fromEntries(changes.map((name, at) => [name, at === 0 ? example : null])),
      },
    },
    async request => {
      const { caller, signal, note } = request
      const asked = request.body as Static<TObject<B>> & { interface?: string | number }
      const target = await deviceNamed(ctx, request.params.deviceId, caller)
      note({ device_id: target.deviceId })
      const wanted = steps(asked)
      // The guard has checked the permission of the route.
      for (const { module, permission = module.permission } of wanted)
        if (permission !== route.permission) needPermission(caller, permission)
      needModule(ctx, target, only)
      const changing = { ctx, target, caller, signal }
      const place =
        asked.interface !== undefined && wanted.some(({ onInterface }) => onInterface)
          ? await placeOf(String(asked.interface), changing)
          : null
      const change = async (at: Place | null) => ({
        outcomes: await makeChanges(
          wanted.map(({ onInterface, args, name, module }) => ({
            name,
            module,
            args: onInterface ? { ...args, interface: at!.argument } : args,
          })),
          { ...changing, expected: at?.expected ?? null, note },
        ),
        at,
      })
      const { outcomes, at } = await (place ? atPlace(place, change) : change(null))
      return {
        ...summed(Object.values(outcomes)),
        interface: at && { id: at.argument, name: at.name },
        changes: Object.fromEntries(changes.map(name => [name, outcomes[name] ?? null])),
      } as never
    },
  )
}
