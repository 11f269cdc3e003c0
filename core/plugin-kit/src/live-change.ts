import { DeviceError, type Module } from '@linecard/driver-kit'
import { ChangeResult, parseInterface } from '@linecard/driver-kit/modules'
import { Type as T, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { ActionNote } from './actions.ts'
import { needPermission, type Caller } from './caller.ts'
import type { Context } from './context.ts'
import { ApiError } from './errors.ts'
import type { Routes } from './http.ts'
import { DeviceParams, deviceNamed, interfaceNamed } from './live.ts'
import type { Target } from './services/index.ts'
import { closedObject, nullable } from './shapes.ts'

export type ChangeOutcome = Static<typeof ChangeResult>

/** One module to be called, under the name that it has in the answer. */
export interface ChangeStep {
  name: string
  module: Module
  args: Readonly<Record<string, unknown>>
}
/** A step before the interface is known. */
export interface WantedStep extends ChangeStep {
  onInterface?: true
}

export interface LiveChange<B extends TProperties> {
  /** Below `/api/v1`, without the device. */
  path: string
  operationId: string
  tag: string
  summary: string
  /** `signed-in` where the body decides; each step needs the permission of its module in any case. */
  permission: string
  description?: string
  /** With `interface` where a step needs one. Carries an example. */
  body: TObject<B>
  /** Names of the steps, in the order in which they are made. */
  changes: readonly string[]
  /**
   * What is to be done, in order. @throws ApiError for a body that asks for nothing, or for what does not go
   * together
   */
  steps(body: Static<TObject<B>>): readonly WantedStep[]
}

const summed = (outcomes: readonly ChangeOutcome[]): ChangeOutcome => ({
  accepted: outcomes.every(({ accepted }) => accepted),
  verified: outcomes.every(({ verified }) => verified),
  evidence:
    outcomes
      .map(({ evidence }) => evidence)
      .filter(evidence => evidence !== null)
      .join('\n') || null,
})

type Outcomes = Record<string, ChangeOutcome>

/** The failure of a step, which also says what was done before it. */
function failureAfter(error: unknown, { name }: ChangeStep, done: Outcomes): unknown {
  const before = Object.keys(done)
  if (before.length === 0) return error
  const told = (message: string) => `${message} Done before: ${before.join(', ')}.`
  if (error instanceof DeviceError) {
    return new DeviceError(error.kind, told(error.message), {
      partial: { ...done, [name]: error.partial ?? null },
      missing: error.missing,
      ...(error.argument !== null && { argument: error.argument }),
      cause: error,
    })
  }
  if (!(error instanceof ApiError)) return error
  return new ApiError(error.type, error.code, told(error.message), {
    details: [...error.details, { path: 'data', message: 'what was done before', partial: done }],
    cause: error,
  })
}

interface Changing {
  ctx: Pick<Context, 'use'>
  target: Target
  caller: Caller
  signal: AbortSignal
  note(more: ActionNote): void
}

/**
 * Makes changes on one device, one after the other; the first that fails ends them. Nothing is sent unless
 * the caller has the permission of every step and the model supports every module. A client that leaves
 * before the first has begun stops all of them; after that they go on to the end.
 * @throws DeviceError, ApiError with what was done before as `partial`
 */
export async function makeChanges(
  steps: readonly ChangeStep[],
  { ctx, target, caller, signal, note }: Changing,
): Promise<Outcomes> {
  const equipment = ctx.use('equipment')
  for (const { module } of steps) needPermission(caller, module.permission)
  const lacking = steps.find(({ module }) => !equipment.supports(target.modelKey, module))
  if (lacking)
    throw new DeviceError(
      'Unsupported',
      `This model does not support ${lacking.module.name}; supported_modules names what it does. Nothing was changed.`,
    )
  const done: Outcomes = {}
  for (const [at, step] of steps.entries()) {
    try {
      const { data } = await equipment.callByName(target, step.module.name, step.args, {
        from: 'device',
        caller,
        ...(at === 0 && { signal }),
      })
      done[step.name] = data as ChangeOutcome
    } catch (error) {
      throw failureAfter(error, step, done)
    } finally {
      note({ meta: { changes: { ...done } } })
    }
  }
  return done
}

/**
 * Bind key and name of the interface that is meant. A word that names none is refused after what is known of
 * the device.
 */
async function placeOf(
  ctx: Pick<Context, 'use'>,
  target: Target,
  word: string,
  caller: Caller,
  signal: AbortSignal,
): Promise<{ id: number; name: string }> {
  const {
    data: { id, name },
  } = await ctx
    .use('equipment')
    .call(
      target,
      parseInterface,
      { interface: await interfaceNamed(ctx, target, word, caller) },
      { from: 'cache', caller, signal },
    )
  return { id, name }
}

/** Clients that say `from` everywhere may say it here too. */
const Query = closedObject({
  from: T.Optional(T.Literal('device', { description: 'A change is always asked of the device' })),
})

const Place = nullable(
  closedObject(
    { id: T.Integer({ description: 'Bind key' }), name: T.String() },
    { description: 'Interface that was changed; null: the change is one of the whole device' },
  ),
)

/** Shape of the answer of `liveChange`: what the device said to each step, and all of it together. */
const shapeOf = (changes: readonly string[], $id: string): TSchema =>
  closedObject(
    {
      ...ChangeResult.properties,
      interface: Place,
      changes: closedObject(Object.fromEntries(changes.map(name => [name, nullable(ChangeResult)])), {
        description: 'By what was asked for; null: was not',
      }),
    },
    {
      $id,
      description:
        'A change that the device took: one that it refused, or that a read-back contradicts, is an error',
    },
  )

/**
 * Declares a POST that changes a device. `Idempotency-Key` is honoured and the action log holds who changed
 * what and what the device said. 403 names a permission that is lacking, 409 a device that another change is
 * at work on, 422 what the model does not support, 502 what the device refused or did not apply.
 */
export function liveChange<B extends TProperties>(
  routes: Routes,
  ctx: Pick<Context, 'use'>,
  { path, body, changes, steps, ...route }: LiveChange<B>,
  $id: string,
): void {
  const example = { accepted: true, evidence: 'ifAlias.3 = "uplink"', verified: true }
  routes.post(
    `${path}/:deviceId`,
    {
      ...route,
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
      for (const { module } of wanted) needPermission(caller, module.permission)
      const place =
        asked.interface !== undefined && wanted.some(({ onInterface }) => onInterface)
          ? await placeOf(ctx, target, String(asked.interface), caller, signal)
          : null
      const made = await makeChanges(
        wanted.map(({ onInterface, args, ...step }) => ({
          ...step,
          args: onInterface ? { ...args, interface: place!.id } : args,
        })),
        { ctx, target, caller, signal, note },
      )
      return {
        ...summed(Object.values(made)),
        interface: place,
        changes: Object.fromEntries(changes.map(name => [name, made[name] ?? null])),
      } as never
    },
  )
}
