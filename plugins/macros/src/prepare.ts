import type { MacroPreparation } from '@linecard/plugin-kit'
import type { MacroDefinition } from './definition.ts'
import { fail } from './errors.ts'
import { argumentsOf } from './execute.ts'
import { assertFits, placeIn } from './fits.ts'
import { commandsIn, variablesAt } from './render.ts'
import { macroFor } from './routes/list.ts'
import type { Macros } from './setup.ts'

/** What an unsaved template is when it says nothing else: one for everybody and every place. */
const blank: MacroDefinition = {
  description: '',
  roles: [],
  group_ids: [],
  vendors: [],
  models: [],
  display_for: [],
  display_output: 'all',
  on_error: 'stop',
  modules: [],
  parameters: [],
  template: '',
  blocks: {},
}

/** What a run would type, for rehearsals. */
export const preparation = (macros: Macros): MacroPreparation => ({
  async prepare({ deviceId, macro: id, unsaved, interface: word, params, caller, signal }) {
    const { ctx, renderer } = macros
    const saved = id === null ? null : await macroFor(macros, id, caller)
    const definition = { ...blank, ...saved?.macro.definition, ...unsaved } as MacroDefinition
    const target = await ctx.use('devices').target({ id: deviceId }, caller)
    if (saved)
      assertFits(ctx, { ...saved.macro, definition }, saved.person, await placeIn(ctx, target, word, caller))
    const asked = { ctx, target, caller, signal, from: 'store' as const, interface: word }
    const { variables, iface } = await variablesAt(definition, asked)
    const { commands } = await commandsIn(renderer, definition, variables, params, {
      userId: caller.userId,
      signal,
    })
    if (commands.length === 0) throw fail('MACROS_NO_COMMANDS', { name: saved?.macro.name ?? 'unsaved' })
    const { name, version } = saved?.macro ?? {}
    return {
      macro: id === null ? null : { id, name: name!, version: version! },
      interface: iface && { bind_key: String(iface.id), name: iface.name },
      commands,
      args: argumentsOf(definition, commands),
    }
  },
})
