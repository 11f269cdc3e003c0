import { freeNumbers } from '@linecard/driver-kit/onus'
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
  InterfaceWord,
  LiveMeta,
  Reply,
  closedObject,
  deviceNamed,
  metaOf,
  needModule,
  nullable,
  sources,
  type Context,
  type Routes,
} from '@linecard/plugin-kit'
import { exampleVariables, gatherVariables, variableMembers } from '@linecard/template-kit/variables'
import { Type as T } from 'typebox'
import { exampleFree } from './free-numbers.ts'

const namesOf = (modules: readonly { name: string }[]) => modules.map(({ name }) => name)

/** Modules about the whole OLT, and about one ONU. */
const ofDevice = namesOf([interfacesList, system, ponPortsList, ponProfiles])
const ofOnu = namesOf([
  ponOntsStatus,
  ponOntsSerial,
  ponOntsMacAddr,
  interfaceDescriptions,
  ponOntsVendor,
  ponOntsConfiguration,
  ponOntsServiceProfile,
  uniInterfacesStatus,
  uniInterfacesVlans,
])

export const Variables = closedObject(
  {
    ...variableMembers(),
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

const example = {
  ...exampleVariables,
  data: { pon_profiles: ponProfiles.example },
  ont: null,
  free: { first: exampleFree.first, list: exampleFree.list },
}

/** What templates see of an OLT, with its free numbers. */
export function variablesRoute(declare: Routes, ctx: Context): void {
  declare.get(
    '/component/olts/variables/:deviceId',
    {
      operationId: 'olts.variables.read',
      scope: 'group',
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
      example,
    },
    async ({ params, query: { from, interface: word }, caller, signal }) => {
      const target = await deviceNamed(ctx, params.deviceId, caller)
      needModule(ctx, target, ponOntsStatus)
      const { variables, parts, iface, all } = await gatherVariables({
        ctx,
        target,
        caller,
        signal,
        from,
        interface: word,
        modules: word === undefined ? ofDevice : [...ofDevice, ...ofOnu],
        wholeDevice: ofDevice,
      })
      const port = iface?.type === 'ONU' ? iface.parent : (iface?.id ?? null)
      const ports = (parts.get(ponPortsList.name)?.data ?? []) as Interface[]
      const free =
        port === null ? undefined : freeNumbers(all, ports).find(({ interface: { id } }) => id === port)
      const { [interfacesList.name]: _, ...data } = variables.data
      return new Reply(
        {
          ...variables,
          data,
          ont: iface?.type === 'ONU' ? { ...iface } : null,
          free: free ? { first: free.first, list: free.list } : null,
        } as never,
        metaOf(parts),
      )
    },
  )
}
