import { parseInterface } from '@linecard/driver-kit/modules'
import { Type as T, type Static, type TProperties } from 'typebox'
import type { Context } from '../context.ts'
import type { Routes } from '../http.ts'
import { Reply } from '../replies.ts'
import { closedObject } from '../shapes.ts'
import { narrowOf, takes, type LiveAnswer } from './answers.ts'
import { gatherLive, type LiveAsking, type LiveQuestion } from './gather.ts'
import { DeviceParams, InterfaceWord, deviceNamed, interfaceNamed } from './params.ts'
import { LiveMeta, metaOf, sources, type LiveParts } from './parts.ts'

export interface LiveRoute {
  /** Below `/api/v1`, without the device: `/component/switches/fdb` is `/component/switches/fdb/{deviceId}`. */
  path: string
  operationId: string
  tag: string
  summary: string
  permission: string
  description?: string
  /** Name in the action log. By default a read is not written there. */
  action?: `${string}:${string}`
  /** Query parameters beside `from` and `interface`. Each goes to the modules with an argument of its name. */
  query?: TProperties
  answer: LiveAnswer
}

const Query = closedObject({ from: T.Optional(sources), interface: T.Optional(InterfaceWord) })
const inParts = 'If the device does not give a part, the part is null and `meta` has the reason.'

/** The modules to call, each with the parameters that are its arguments. */
const questionsOf = (
  { modules }: LiveAnswer,
  { interface: one, ...more }: Readonly<Record<string, unknown>>,
): LiveQuestion[] =>
  modules
    .filter(({ when }) => when !== (one === undefined ? 'narrow' : 'whole'))
    .map(({ module }) => ({
      module,
      args: Object.fromEntries(
        Object.entries({ ...more, interface: one }).filter(
          ([name, value]) => value !== undefined && takes(module, name),
        ),
      ),
    }))

/** Selects the rows of one interface from the answers of modules that cannot be asked for one. */
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

/**
 * Declares a GET that asks a device. Its schema and example come from the modules of the answer. With the
 * parameter `interface` the answer is only about that interface. The operation fails only if all modules
 * fail: 422 not supported, 504 no answer (with the values that arrived), 404 nothing stored.
 */
export function liveRoute(
  routes: Routes,
  ctx: Pick<Context, 'use'>,
  { path, query = {}, answer, description, ...route }: LiveRoute,
): void {
  const { modules } = answer
  const told = [description, modules.length > 1 ? inParts : null].filter(Boolean).join(' ')
  routes.get(
    `${path}/:deviceId`,
    {
      ...route,
      description: told || `Asks the module ${modules[0]!.module.name}.`,
      asksDevice: true,
      params: DeviceParams,
      query: closedObject({ ...query, ...Query.properties }),
      response: answer.schema,
      meta: LiveMeta,
      example: answer.example,
    },
    async request => {
      const { caller, signal, note } = request
      const asked = request.query as Static<typeof Query> & Record<string, unknown>
      const { from, interface: word, ...more } = asked
      const target = await deviceNamed(ctx, request.params.deviceId, caller)
      if (route.action) note({ device_id: target.deviceId })
      const one = word === undefined ? undefined : await interfaceNamed(ctx, target, word, caller)
      const asking = { ctx, target, from, caller, signal }
      const parts = await gatherLive(questionsOf(answer, { ...more, interface: one }), asking)
      if (one !== undefined) await narrowParts(parts, answer, one, asking)
      return new Reply(answer.make(parts) as never, metaOf(parts))
    },
  )
}
