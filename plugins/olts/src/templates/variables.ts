import type { Module } from '@linecard/driver-kit'
import {
  interfaceDescriptions,
  interfacesList,
  ponOntsConfiguration,
  ponOntsMacAddr,
  ponOntsSerial,
  ponOntsServiceProfile,
  ponOntsStatus,
  ponOntsVendor,
  ponPortsList,
  ponProfiles,
  system,
  uniInterfacesStatus,
  uniInterfacesVlans,
  Interface,
} from '@linecard/driver-kit/modules'
import {
  DeviceParams,
  EmbeddedDevice,
  InterfaceWord,
  LiveMeta,
  Reply,
  atPlace,
  closedObject,
  deviceNamed,
  exampleDevice,
  freeObject,
  gatherLive,
  knownInterface,
  metaOf,
  needModule,
  nullable,
  placeNamed,
  sources,
  type Context,
  type LiveParts,
  type Place,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { exampleFree, freeNumbers } from './free-numbers.ts'

/** Modules about the whole OLT, and about one ONU. */
const ofDevice: readonly Module[] = [system, ponPortsList, ponProfiles]
const ofOnu: readonly Module[] = [
  ponOntsStatus,
  ponOntsSerial,
  ponOntsMacAddr,
  interfaceDescriptions,
  ponOntsVendor,
  ponOntsConfiguration,
  ponOntsServiceProfile,
  uniInterfacesStatus,
  uniInterfacesVlans,
]

export const Variables = closedObject(
  {
    params: freeObject('Parameters of a macro; empty here'),
    user: closedObject({ id: T.Integer(), login: T.String() }),
    device: EmbeddedDevice,
    iface: T.Union([T.Unsafe<Record<string, unknown>>({ $ref: 'inventory.InterfaceCard' }), T.Null()], {
      description: 'The stored interface; null: none was named, or it is not stored',
    }),
    interfaces_list: T.Array(
      closedObject({
        id: T.Integer({ description: 'Bind key' }),
        name: T.String(),
        type: T.String(),
        bind_key: T.String(),
        parent: nullable(T.Integer()),
      }),
      { description: 'Ports of the OLT; with `interface` also the ONUs of its PON port' },
    ),
    data: freeObject('Module → its answer'),
    error: T.Record(T.String(), T.String(), { description: 'Module → why it gave nothing' }),
    ont: T.Union([Interface, T.Null()], { description: 'The ONU; null: no ONU was named' }),
    free: nullable(
      closedObject(
        { first: nullable(T.Integer()), list: nullable(T.Array(T.Integer())) },
        { description: 'Free numbers of the PON port; null: no port was named' },
      ),
    ),
  },
  { $id: 'olts.Variables', description: 'What templates of macros and registrations see' },
)

const exampleVariables = {
  params: {},
  user: { id: 1, login: 'admin' },
  device: exampleDevice,
  iface: null,
  interfaces_list: [{ id: 101, name: 'gpon0/1', type: 'PON', bind_key: '101', parent: null }],
  data: { pon_profiles: ponProfiles.example },
  error: {},
  ont: null,
  free: { first: exampleFree.first, list: exampleFree.list },
}

const listed = ({ id, name, type, parent }: Interface) => ({
  id,
  name,
  type,
  bind_key: String(id),
  parent: parent ?? null,
})

/** The interfaces that a template may name: all ports, and the ONUs of the port that is meant. */
function interfacesOf(parts: LiveParts, wanted: number | null) {
  const all = (parts.get(interfacesList.name)?.data ?? []) as Interface[]
  const one = all.find(({ id }) => id === wanted) ?? null
  const port = one?.type === 'ONU' ? one.parent : (one?.id ?? null)
  return { all, one, port, shown: all.filter(({ type, parent }) => type !== 'ONU' || parent === port) }
}

/** What the templates of macros will see. */
export function variablesRoute(declare: Routes, ctx: Context): void {
  declare.get(
    '/component/olts/variables/:deviceId',
    {
      operationId: 'olts.variables.read',
      tag: 'olts',
      summary: 'What templates see of an OLT, a PON port or an ONU',
      description:
        'Answers of modules are in `data` by their name; what gave nothing is in `error`. ' +
        'With `interface` they are about that ONU, and `free` has the free numbers of its PON port: take ' +
        'them as a proposal, because another registration may take the number meanwhile.',
      permission: 'olts_info',
      asksDevice: true,
      params: DeviceParams,
      query: closedObject({ from: T.Optional(sources), interface: T.Optional(InterfaceWord) }),
      response: Variables,
      meta: LiveMeta,
      example: exampleVariables,
    },
    async ({ params, query: { from, interface: word }, caller, signal }) => {
      const target = await deviceNamed(ctx, params.deviceId, caller)
      needModule(ctx, target, ponOntsStatus)
      const equipment = ctx.use('equipment')
      const supported = (modules: readonly Module[]) =>
        modules.filter(module => equipment.supports(target.modelKey, module))
      const asking = { ctx, target, from, caller, signal }
      const whole = [interfacesList, ...ofDevice] as readonly Module[]
      const read = async (place?: Place) => {
        const parts = await gatherLive(
          [
            ...supported(whole).map(module => ({ module, args: {} })),
            ...(place
              ? supported(ofOnu).map(module => ({ module, args: { interface: place.argument } }))
              : []),
          ],
          { ...asking, expected: place?.expected ?? null },
        )
        return { parts, place }
      }
      const named = word === undefined ? undefined : await placeNamed(ctx, target, word, caller)
      const { parts, place } = await (named ? atPlace(named, read) : read())
      const { all, one, port, shown } = interfacesOf(parts, place ? Number(place.argument) : null)
      const ports = (parts.get(ponPortsList.name)?.data ?? []) as Interface[]
      const free =
        port === null ? undefined : freeNumbers(all, ports).find(({ interface: { id } }) => id === port)
      const stored = word === undefined ? null : await knownInterface(ctx, target, word, caller)
      const devices = await ctx.use('devices').shown([target.deviceId!], caller)
      return new Reply(
        {
          params: {},
          user: { id: caller.userId, login: caller.login },
          device: devices.get(target.deviceId!)!,
          iface: stored && (await ctx.use('interfaces').card(stored.id, caller)),
          interfaces_list: shown.map(listed),
          data: Object.fromEntries(
            [...parts]
              .filter(([name, { data }]) => data !== undefined && name !== interfacesList.name)
              .map(([name, { data }]) => [name, data]),
          ),
          error: Object.fromEntries(
            [...parts].flatMap(([name, { data, meta }]) =>
              data === undefined ? [[name, meta.error?.description ?? 'no answer'] as const] : [],
            ),
          ),
          ont: one?.type === 'ONU' ? { ...one } : null,
          free: free ? { first: free.first, list: free.list } : null,
        } as never,
        metaOf(parts),
      )
    },
  )
}
