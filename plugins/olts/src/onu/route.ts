import { parseInterface, ponOntsStatus, type Interface } from '@linecard/driver-kit/modules'
import {
  DeviceParams,
  InterfaceWord,
  LiveMeta,
  Reply,
  atPlace,
  closedObject,
  deviceNamed,
  gatherLive,
  knownInterface,
  metaOf,
  needModule,
  placeNamed,
  sources,
  type Context,
  type Place,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { fail } from '../errors.ts'
import { Onu, blocksOf, exampleOnu, ofOnu } from './blocks.ts'

const moduleNames = ofOnu.map(({ name }) => `\`${name}\``).join(', ')

/** One ONU complete, from its OLT or from what is stored. */
export function onuRoute(declare: Routes, ctx: Context): void {
  declare.get(
    '/component/olts/onts/:deviceId/:interface',
    {
      operationId: 'olts.ont.read',
      scope: 'group',
      tag: 'olts',
      summary: 'One ONU complete: state, reasons, light, ports, MAC addresses, history',
      description:
        `Asks the device, or its stored answers, as \`from\` says. Modules: ${moduleNames}. ` +
        'What the model lacks is null, with the reason in `meta`. 409 INTERFACE_MOVED: another ONU has ' +
        'the place now; 422: the device is no OLT; 504: no answer; 404: nothing stored.',
      permission: 'olts_info',
      asksDevice: true,
      params: closedObject({ ...DeviceParams.properties, interface: InterfaceWord }),
      query: closedObject({ from: T.Optional(sources) }),
      response: Onu,
      meta: LiveMeta,
      example: exampleOnu,
      errors: [404, 409],
    },
    async ({ params, query: { from }, caller, signal }) => {
      const target = await deviceNamed(ctx, params.deviceId, caller)
      const equipment = ctx.use('equipment')
      needModule(ctx, target, ponOntsStatus)
      const modules = ofOnu.filter(module => equipment.supports(target.modelKey, module))
      const lacking = ofOnu.filter(module => !modules.includes(module))
      const word = params.interface
      const stored = await knownInterface(ctx, target, word, caller)
      const read = async (at: Place) => {
        const args = { interface: at.argument }
        // Where it stands does not change with its state, and parse_interface may cost a list.
        const who = {
          module: parseInterface,
          args,
          from: from === 'store' ? ('store' as const) : ('cache' as const),
        }
        const parts = await gatherLive([who, ...[...modules, ...lacking].map(module => ({ module, args }))], {
          ctx,
          target,
          from,
          expected: at.expected,
          caller,
          signal,
        })
        return { parts, at }
      }
      const { parts, at } = await atPlace(await placeNamed(ctx, target, word, caller), read)
      const one = (parts.get(parseInterface.name)?.data ?? shownIn(parts, Number(at.argument))) as
        | Interface
        | undefined
      if (!one) {
        const { error } = parts.get(parseInterface.name)!.meta
        throw fail('OLTS_NOT_AN_ONU', { name: error ? `${word} (${error.description})` : word })
      }
      if (one.type !== 'ONU')
        throw fail('OLTS_NOT_AN_ONU', { name: one.name }, [{ path: 'interface', message: 'is no ONU' }])
      return new Reply(
        {
          interface: one,
          stored: stored && (await ctx.use('interfaces').card(stored.id, caller)),
          ...blocksOf(parts, one.id),
        } as never,
        metaOf(parts),
      )
    },
  )
}

/** The ONU as another module shows it, where nothing is stored about interfaces. */
function shownIn(parts: Awaited<ReturnType<typeof gatherLive>>, id: number): unknown {
  for (const { data } of parts.values()) {
    const row = (Array.isArray(data) ? data : []).find(
      (one: { interface?: { id: number } | null }) => one.interface?.id === id,
    )
    if (row) return row.interface
  }
  return undefined
}
