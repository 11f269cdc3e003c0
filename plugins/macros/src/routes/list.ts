import {
  closedObject,
  IdParams,
  idOf,
  InterfaceWord,
  LiveMeta,
  metaOf,
  Reply,
  sources,
  text,
  type Caller,
  type Routes,
} from '@linecard/plugin-kit'
import { FormField } from '@linecard/template-kit'
import { seesTemplate, type Kept } from '@linecard/template-kit/control'
import { exampleVariables, gatherVariables, variablesSchema } from '@linecard/template-kit/variables'
import { Type as T } from 'typebox'
import type { MacroDefinition } from '../definition.ts'
import { fail } from '../errors.ts'
import { assertFits, assertForDevice, mayRun, misfit, placeIn } from '../fits.ts'
import { variablesAt } from '../render.ts'
import { exampleListed, ListedMacro } from '../schemas.ts'
import type { Macros } from '../setup.ts'

const tag = 'macros'
const permission = 'macros_execute'
const where = { device_id: idOf('a device'), interface_id: T.Optional(InterfaceWord) }
const wordOf = ({ interface_id: word }: { interface_id?: string }) => ({ interface: word })

const listedOf = ({ id, name, version, definition }: Kept<MacroDefinition>): ListedMacro => {
  const { description, display_for, display_output, modules, parameters } = definition
  return { id, name, description, display_for, display_output, modules, parameters, version }
}

/**
 * A macro that the caller's role may run.
 * @throws ApiError MACROS_UNKNOWN, also for one of other roles or device groups
 */
export async function macroFor({ ctx, store }: Macros, id: number, caller: Caller) {
  const person = await ctx.use('people').person(caller)
  const macro = await store.get(id, caller).catch((error: unknown) => {
    throw (error as { code?: string }).code === 'TEMPLATE_UNKNOWN' ? fail('MACROS_UNKNOWN', { id }) : error
  })
  if (!mayRun(macro.definition, person)) throw fail('MACROS_UNKNOWN', { id })
  return { macro, person }
}

function listRoute(declare: Routes, { ctx, store }: Macros): void {
  declare.get(
    '/component/macros/list',
    {
      operationId: 'macros.macros.list',
      scope: 'group',
      tag,
      summary: 'Macros that the caller may run',
      description:
        'By role and device groups. With a device only those for its group, model and maker; with ' +
        '`interface_id` those for that kind of interface, without it those for the whole device.',
      permission,
      query: closedObject({ device_id: T.Optional(where.device_id), interface_id: where.interface_id }),
      response: T.Array(ListedMacro),
      example: [exampleListed],
      errors: [404],
    },
    async ({ query, caller }) => {
      const person = await ctx.use('people').person(caller)
      const macros = (await store.all()).filter(
        ({ definition }) => seesTemplate(caller, definition) && mayRun(definition, person),
      )
      if (query.device_id === undefined) return macros.map(listedOf)
      const target = await ctx.use('devices').target({ id: query.device_id }, caller)
      const place = await placeIn(ctx, target, query.interface_id, caller)
      return macros.filter(({ definition }) => misfit(ctx, definition, place) === null).map(listedOf)
    },
  )
}

function variablesRoute(declare: Routes, macros: Macros): void {
  const { ctx } = macros
  declare.get(
    '/component/macros/variables',
    {
      operationId: 'macros.variables.read',
      scope: 'group',
      tag,
      summary: 'What macros see of a device or an interface',
      description:
        'Answers of modules are in `data` by their name; what gave nothing is in `error`. The modules are ' +
        'those of the macro `macros_id`, or those that `modules` names.',
      permission,
      asksDevice: true,
      query: closedObject({
        ...where,
        from: T.Optional(sources),
        macros_id: T.Optional(idOf('a macro')),
        modules: T.Optional(text(2000, { description: 'Names of reading modules, comma separated' })),
      }),
      response: variablesSchema(),
      meta: LiveMeta,
      example: exampleVariables,
      errors: [404, 409, 422],
    },
    async ({ query, caller, signal }) => {
      const target = await ctx.use('devices').target({ id: query.device_id }, caller)
      const own = query.macros_id === undefined ? null : await macroFor(macros, query.macros_id, caller)
      if (own) await assertForDevice(ctx, own.macro, target, caller)
      const named = (query.modules ?? '')
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== '')
      const { variables, parts } = await gatherVariables({
        ctx,
        target,
        caller,
        signal,
        from: query.from,
        ...wordOf(query),
        modules: [...(own?.macro.definition.modules ?? []), ...named].slice(0, 30),
      })
      return new Reply(variables as never, metaOf(parts))
    },
  )
}

function formRoute(declare: Routes, macros: Macros): void {
  const { ctx } = macros
  declare.post(
    '/component/macros/:id/form',
    {
      operationId: 'macros.form.read',
      scope: 'group',
      tag,
      summary: 'The fields of a macro, with their choices',
      description:
        'Send what was filled in so far in `params`: fields that depend on it show or hide. A field that ' +
        'cannot be shown has the reason in `problem`.',
      permission,
      asksDevice: true,
      readOnly: true,
      params: IdParams,
      body: closedObject(
        {
          device: T.Object({ id: idOf('a device') }),
          interface: T.Optional(T.Object({ id: T.Union([T.Integer(), InterfaceWord]) })),
          params: T.Optional(T.Record(T.String(), T.Unknown())),
          from: T.Optional(sources),
        },
        { examples: [{ device: { id: 17 }, interface: { id: 96_252 }, params: {} }] },
      ),
      response: T.Array(FormField),
      meta: LiveMeta,
      example: [
        {
          key: 'wait_sec',
          name: 'Seconds without link',
          type: 'input_string',
          required: true,
          visible: true,
          value: '5',
          options: null,
          regular_expr: null,
          problem: null,
        },
      ],
      errors: [404, 409, 422],
    },
    async ({ params: { id }, body, caller, signal }) => {
      const { macro, person } = await macroFor(macros, id, caller)
      const target = await ctx.use('devices').target({ id: body.device.id }, caller)
      const word = body.interface && String(body.interface.id)
      assertFits(ctx, macro, person, await placeIn(ctx, target, word, caller))
      const { variables, parts } = await variablesAt(macro.definition, {
        ctx,
        target,
        caller,
        signal,
        from: body.from,
        interface: word,
      })
      const asked = { userId: caller.userId, signal }
      const { parameters } = macro.definition
      const fields = await macros.renderer.form(parameters, { ...variables }, body.params ?? {}, asked)
      return new Reply(fields, metaOf(parts))
    },
  )
}

/** What a person sees before a macro runs. */
export function listRoutes(declare: Routes, macros: Macros): void {
  listRoute(declare, macros)
  variablesRoute(declare, macros)
  formRoute(declare, macros)
}
