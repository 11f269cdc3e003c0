import type { Module } from '@linecard/driver-kit'
import { parseInterface } from '@linecard/driver-kit/modules'
import { interfaceMoved, nameIn, showsOther } from '@linecard/driver-kit/ports'
import { Type as T, type Static, type TProperties } from 'typebox'
import type { Context } from '../context.ts'
import type { Routes } from '../http.ts'
import type { Source } from '../services/index.ts'
import { Reply } from '../replies.ts'
import { closedObject } from '../shapes.ts'
import { narrowOf, takes, type LiveAnswer } from './answers.ts'
import { gatherLive, type LiveAsking, type LiveQuestion } from './gather.ts'
import {
  DeviceParams,
  InterfaceWord,
  atPlace,
  deviceNamed,
  needModule,
  placeNamed,
  type Place,
} from './params.ts'
import { LiveMeta, metaOf, sources, type LiveParts } from './parts.ts'

/** What `liveRoute` makes a GET of. Fields that `RouteSpec` has too mean the same. */
export interface LiveRoute {
  /**
   * Below `/api/v1`, without the device: `/component/switches/fdb` is `/component/switches/fdb/{deviceId}`.
   */
  path: string
  operationId: string
  tag: string
  summary: string
  permission: string
  description?: string
  /** Name in the action log. By default a read is not written there. */
  action?: `${string}:${string}`
  /**
   * Query parameters beside `from` and `interface`. Each goes to the modules with an argument of its name.
   */
  query?: TProperties
  answer: LiveAnswer
  /** Only devices whose model supports this module. The others are 422. */
  only?: Module
}

const Query = closedObject({ from: T.Optional(sources), interface: T.Optional(InterfaceWord) })
const inParts = 'If the device does not give a part, the part is null and `meta` has the reason.'
const narrowed = 'With `interface` the answer is only about that interface.'
const ends =
  '422: the model does not support it; 504: no answer, with the values that arrived; 404: nothing stored.'

/** What the operation does, which modules it asks, and how it ends. */
function toldOf(modules: LiveAnswer['modules'], description?: string): string {
  const names = [...new Set(modules.map(({ module }) => `\`${module.name}\``))].join(', ')
  const asked = `Asks the device, or its stored answers, as \`from\` says. Modules: ${names}.`
  const parts = [
    description,
    asked,
    description?.includes('`interface`') ? null : narrowed,
    modules.length > 1 ? inParts : null,
    ends,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The modules to call, each with the parameters that are its arguments. */
const questionsOf = (
  { modules }: LiveAnswer,
  { interface: one, ...more }: Readonly<Record<string, unknown>>,
): LiveQuestion[] =>
  modules
    .filter(({ when }) => when !== (one === undefined ? 'narrow' : 'whole'))
    .map(({ module, args = {} }) => ({
      module,
      args: Object.fromEntries(
        Object.entries({ ...args, ...more, interface: one }).filter(
          ([name, value]) => value !== undefined && takes(module, name),
        ),
      ),
    }))

/** Selects the rows of one interface from the answers of modules that cannot be asked for one. */
async function narrowParts(
  parts: LiveParts,
  { modules }: LiveAnswer,
  { argument }: Place,
  { ctx, target, from, expected, caller, signal }: LiveAsking,
): Promise<void> {
  const wide = modules.flatMap(asked => {
    const [narrow, part] = [narrowOf(asked), parts.get(asked.module.name)]
    return narrow && part?.data !== undefined ? [{ narrow, part }] : []
  })
  if (wide.length === 0) return
  const equipment = ctx.use('equipment')
  const parse = (source: Source) =>
    equipment.call(
      target,
      parseInterface,
      { interface: argument },
      { from: source, caller, signal, expected },
    )
  const { data: known, meta } = await parse(from === 'store' ? 'store' : 'cache')
  // The rows are newer than what is stored about the interfaces.
  const other = wide.some(({ part: { data } }) => showsOther(data, known))
  const { data: one } = other && meta.from_cache && from !== 'store' ? await parse('device') : { data: known }
  for (const { narrow, part } of wide) {
    const rows = narrow(part.data as never, one.id, parts)
    if (!showsOther(rows, one)) part.data = rows
    else if (from !== 'store') throw interfaceMoved(one, nameIn(rows, one.id))
    else {
      part.data = undefined
      part.meta.error = {
        code: 'INTERFACE_MOVED',
        description: 'It was stored when another port stood there',
      }
    }
  }
}

/**
 * Declares a GET that asks a device. Its schema and example come from the modules of the answer. With the
 * parameter `interface` the answer is only about that interface. The operation fails only if all modules
 * fail: 422 not supported, 504 no answer (with the values that arrived), 404 nothing stored.
 */
export function liveRoute(
  routes: Routes,
  ctx: Pick<Context, 'use'>,
  { path, query = {}, answer, description, only, ...route }: LiveRoute,
): void {
  const { modules } = answer
  routes.get(
    `${path}/:deviceId`,
    {
      ...route,
      description: toldOf(modules, description),
      scope: 'group',
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
      needModule(ctx, target, only)
      if (route.action) note({ device_id: target.deviceId })
      const read = async (place?: Place) => {
        const { argument, expected = null } = place ?? {}
        const asking = { ctx, target, from, expected, caller, signal }
        const came = await gatherLive(questionsOf(answer, { ...more, interface: argument }), asking)
        if (place) await narrowParts(came, answer, place, asking)
        return came
      }
      const place = word === undefined ? undefined : await placeNamed(ctx, target, word, caller)
      const parts = await (place ? atPlace(place, read) : read())
      return new Reply(answer.make(parts) as never, metaOf(parts))
    },
  )
}
