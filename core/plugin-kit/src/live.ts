import { oneLinePattern, parseInterface } from '@linecard/driver-kit/modules'
import { Type as T, type Static, type TProperties } from 'typebox'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import { Reply, type Routes } from './http.ts'
import { narrowOf, takes, type LiveAnswer } from './live-answers.ts'
import { LiveMeta, gatherLive, metaOf, sources, type LiveAsking, type LiveParts } from './live-gather.ts'
import type { Target } from './services/index.ts'
import { closedObject } from './shapes.ts'

/** Path parameter of every operation on a device. */
export const DeviceParams = closedObject({
  deviceId: T.String({ maxLength: 64, description: 'Number of a device, or its IP address' }),
})

/** Which interface a client means. */
export const InterfaceWord = T.String({
  minLength: 1,
  maxLength: 255,
  pattern: oneLinePattern,
  description:
    'Id, bind key or name of an interface; `id:105`, `bind_key:3` and `name:5` say which of them a number is',
})

/**
 * A device by its number in the inventory or its address. @throws ApiError 404 for one of another group as
 * for none
 */
export const deviceNamed = (ctx: Pick<Context, 'use'>, name: string, caller: Caller): Promise<Target> =>
  ctx.use('devices').target(/^-?\d+$/.test(name) ? { id: Number(name) } : { ip: name }, caller)

/**
 * An interface as modules take it: the bind key where the inventory knows it, else the client's own word,
 * which the driver looks for on the device.
 */
export async function interfaceNamed(
  ctx: Pick<Context, 'use'>,
  { deviceId }: Target,
  word: string,
  caller: Caller,
): Promise<number | string> {
  const known = deviceId === null ? null : await ctx.use('interfaces').onDevice(deviceId, word, caller)
  return known ? Number(known.bind_key) : word.trim()
}

export interface LiveRoute {
  /**
   * Below `/api/v1`; the device is added to it: `/component/switches/fdb` is answered at
   * `/component/switches/fdb/{deviceId}`.
   */
  path: string
  operationId: string
  tag: string
  summary: string
  permission: string
  description?: string
  /** Name in the action log; without it the read is not written there. */
  action?: `${string}:${string}`
  /**
   * Query parameters beside `from` and `interface`; each goes to the modules that have an argument of its
   * name.
   */
  query?: TProperties
  answer: LiveAnswer
}

const Query = closedObject({ from: T.Optional(sources), interface: T.Optional(InterfaceWord) })
const inParts =
  'What does not come from the device is null and marked in `meta`; the rest is answered all the same.'

/**
 * Declares a GET that asks a device: schema, example and document come from the modules of the answer. With
 * `interface` only that interface is asked.
 * Fails only where nothing came: 422 unsupported, 504 silent with what did arrive, 404 nothing stored.
 */
export function liveRoute(
  routes: Routes,
  ctx: Pick<Context, 'use'>,
  { path, query = {}, answer, description, ...route }: LiveRoute,
): void {
  const asked = answer.modules
  routes.get(
    `${path}/:deviceId`,
    {
      ...route,
      description:
        [description, asked.length > 1 ? inParts : null].filter(Boolean).join(' ') ||
        `Asks the module ${asked[0]!.module.name}.`,
      asksDevice: true,
      params: DeviceParams,
      query: closedObject({ ...query, ...Query.properties }),
      response: answer.schema,
      meta: LiveMeta,
      example: answer.example,
    },
    async request => {
      const { caller, signal, note } = request
      const {
        from,
        interface: word,
        ...more
      } = request.query as Static<typeof Query> & Record<string, unknown>
      const target = await deviceNamed(ctx, request.params.deviceId, caller)
      if (route.action) note({ device_id: target.deviceId })
      const one = word === undefined ? undefined : await interfaceNamed(ctx, target, word, caller)
      const asking = { ctx, target, from, caller, signal }
      const modules = asked.filter(({ when }) => when !== (one === undefined ? 'narrow' : 'whole'))
      const parts = await gatherLive(
        modules.map(({ module }) => ({
          module,
          args: Object.fromEntries(
            Object.entries({ ...more, interface: one }).filter(
              ([name, value]) => value !== undefined && takes(module, name),
            ),
          ),
        })),
        asking,
      )
      if (one !== undefined) await narrowParts(parts, answer, one, asking)
      return new Reply(answer.make(parts) as never, metaOf(parts))
    },
  )
}

/** Cuts the rows of one interface out of answers that cannot be asked for one. */
async function narrowParts(
  parts: LiveParts,
  { modules }: LiveAnswer,
  one: number | string,
  { ctx, target, from, caller, signal }: LiveAsking,
): Promise<void> {
  const wide = modules.flatMap(asked => {
    const [narrow, part] = [narrowOf(asked), parts.get(asked.module.name)]
    return narrow && part?.data !== undefined ? [{ narrow, part }] : []
  })
  if (wide.length === 0) return
  const known = await ctx
    .use('equipment')
    .call(
      target,
      parseInterface,
      { interface: one },
      { from: from === 'store' ? 'store' : 'cache', caller, signal },
    )
  for (const { narrow, part } of wide) part.data = narrow(part.data as never, known.data.id, parts)
}
