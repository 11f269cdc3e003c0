import { exampleOnu, examplePort } from '@linecard/driver-kit/modules'
import { freeObject, idOf, InterfaceWord } from '@linecard/plugin-kit'
import { TemplateError, withoutSecrets } from '@linecard/template-kit'
import type { Looking, Preview } from '@linecard/template-kit/control'
import { exampleVariables, storedMembers, type CommonVariables } from '@linecard/template-kit/variables'
import { Type as T } from 'typebox'
import type { MacroDefinition } from '../definition.ts'
import { assertForDevice } from '../fits.ts'
import { commandsIn, variablesAt } from '../render.ts'
import type { Macros } from '../setup.ts'
import { lint, modulesOf } from './lint.ts'

export const previewFields = {
  device: T.Optional(T.Object({ id: idOf('a device') }, { description: 'Its stored answers are used' })),
  interface: T.Optional(T.Object({ id: T.Union([T.Integer(), InterfaceWord]) })),
  variables: T.Optional(freeObject('In place of those of the device, or of the samples')),
}
interface Body {
  device?: { id: number }
  interface?: { id: number | string }
  variables?: Record<string, unknown>
}

/** Variables without a device: the examples of the modules. */
function sampleVariables(macros: Macros, definition: MacroDefinition): CommonVariables {
  const { known } = modulesOf(macros, definition)
  const place = definition.display_for[0] ?? 'Device'
  const port = place === 'ONU' ? exampleOnu : examplePort
  const empty = Object.fromEntries(Object.keys(storedMembers).map(key => [key, null]))
  return {
    ...exampleVariables,
    iface: place === 'Device' ? null : { ...empty, ...port, bind_key: String(port.id) },
    data: Object.fromEntries(known.map(({ name, example }) => [name, example])),
  }
}

/** What errors call a macro that may not be stored yet. */
const named = ({ id }: Readonly<Record<string, unknown>>): string =>
  id === undefined ? 'unsaved' : String(id)

/** The commands of a macro. No device is touched. */
export async function preview(
  macros: Macros,
  asked: Looking<MacroDefinition> & {
    params: Record<string, unknown>
    body: Readonly<Record<string, unknown>>
  },
): Promise<Preview> {
  const { definition, params, caller, signal } = asked
  const { device, interface: at, variables: given } = asked.body as Body
  const { ctx, renderer } = macros
  const target = device && (await ctx.use('devices').target({ id: device.id }, caller))
  if (target) await assertForDevice(ctx, { name: named(asked.body), definition }, target, caller)
  const base = target
    ? (
        await variablesAt(definition, {
          ctx,
          target,
          caller,
          signal,
          from: 'store',
          interface: at && String(at.id),
        })
      ).variables
    : { ...sampleVariables(macros, definition), user: await ctx.use('people').person(caller) }
  const variables = { ...base, ...given } as CommonVariables
  const findings = await lint(macros, definition, { userId: caller.userId, signal })
  try {
    const {
      rendered,
      variables: seen,
      commands,
      secrets,
    } = await commandsIn(renderer, definition, variables, params, { userId: caller.userId, signal })
    const hidden = [...secrets.values, ...commands.flatMap(one => one.secrets ?? [])]
    const lines = rendered.lines.map(({ text, place }) => ({ text, ...place }))
    return {
      ...withoutSecrets(
        { parts: [{ part: 'template', lines, error: null }], variables: { ...seen } },
        hidden,
      ),
      findings,
    }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const part = { part: 'template', lines: [], error: error.finding }
    return { parts: [part], variables: { ...variables }, findings }
  }
}
