import { DeviceError, type Module } from '@linecard/driver-kit'
import { interfacesList, parseInterface, type Interface } from '@linecard/driver-kit/modules'
import {
  atPlace,
  gatherLive,
  knownInterface,
  placeNamed,
  type Caller,
  type Context,
  type LiveParts,
  type NamedInterface,
  type Place,
  type Source,
  type Target,
} from '@linecard/plugin-kit'
import { fail } from '../control/errors.ts'
import { deviceVariables } from './device.ts'
import { storedMembers, type CommonVariables } from './shape.ts'

export interface VariablesAsked {
  ctx: Pick<Context, 'use'>
  target: Target
  caller: Caller
  signal: AbortSignal
  /** Where the answers of modules come from. */
  from?: Source | undefined
  /** Id, bind key or name of the port or ONU; absent: the whole device. */
  interface?: string | undefined
  /** Names of reading modules whose answers go to `data`. */
  modules: readonly string[]
  /** Modules whose arguments are not those of the interface: always asked about the whole device. */
  wholeDevice?: readonly string[]
}

export interface GatheredVariables {
  variables: CommonVariables
  /** With the source of each answer. */
  parts: LiveParts
  /** The interface as the device has it; null: none was named. */
  iface: Interface | null
  /** Where it stands. */
  place: Place | null
  /** All interfaces of the device: `interfaces_list` leaves out most ONUs. */
  all: readonly Interface[]
}

const takesInterface = ({ args }: Module) =>
  'interface' in ((args as { properties?: object }).properties ?? {})

/** A failure of one module is told in `error`; it is no failure of all. */
const lenient = (_: unknown, { name }: Module) => fail('TEMPLATE_MODULE_FAILED', { module: name })

const storedPart = (card: Readonly<Record<string, unknown>> | null) =>
  Object.fromEntries(Object.keys(storedMembers).map(key => [key, card?.[key] ?? null]))

const listed = (one: Interface) => ({ ...one, bind_key: String(one.id) })

/** The modules that can be asked, and why the others cannot. */
function askable({ ctx, target, modules }: VariablesAsked) {
  const equipment = ctx.use('equipment')
  const found: Module[] = []
  const error: Record<string, string> = {}
  for (const name of new Set(modules)) {
    const module = equipment.findModule(target.modelKey, name)
    if (!module) error[name] = 'there is no such module'
    else if (module.kind !== 'read' || module.exclusive) error[name] = 'it is no reading module'
    else if (!equipment.supports(target.modelKey, module)) error[name] = 'this model does not support it'
    else found.push(module)
  }
  return { found, error }
}

/** @throws DeviceError, ApiError if neither the device nor the store knows the interface */
async function interfaceAt(
  { ctx, target, caller, signal, from }: VariablesAsked,
  place: Place,
  all: readonly Interface[],
  stored: NamedInterface | null,
): Promise<Interface> {
  const known = all.find(({ id }) => id === Number(place.argument))
  if (known) return known
  try {
    const { data } = await ctx
      .use('equipment')
      .call(
        target,
        parseInterface,
        { interface: place.argument },
        { from: from === 'device' ? 'cache' : from, caller, signal, expected: place.expected },
      )
    return data
  } catch (error) {
    if (!stored || from !== 'store') throw error
    const parent = stored.parent_bind_key === null ? null : Number(stored.parent_bind_key)
    return { id: Number(stored.bind_key), name: stored.name, type: stored.type, parent, if_index: null }
  }
}

async function read(asked: VariablesAsked, place: Place | null, modules: readonly Module[]) {
  const { ctx, target, from, caller, signal, wholeDevice = [] } = asked
  const live = modules.includes(interfacesList)
  const parts = await gatherLive(
    [
      ...modules.map(module => ({
        module,
        args:
          place && takesInterface(module) && module !== interfacesList && !wholeDevice.includes(module.name)
            ? { interface: place.argument }
            : {},
      })),
      // Ports do not change from one minute to the next, and the list may be the largest answer of all.
      ...(live ? [] : [{ module: interfacesList, from: from === 'device' ? ('cache' as const) : from }]),
    ].map(question => ({ ...question, from: ('from' in question ? question.from : from) ?? 'cache' })),
    { ctx, target, from, caller, signal, expected: place?.expected ?? null, lenient },
  )
  return { parts, place }
}

/** What a template sees, with where it comes from. */
export async function gatherVariables(asked: VariablesAsked): Promise<GatheredVariables> {
  const { ctx, target, caller, interface: word } = asked
  if (target.deviceId === null) throw new DeviceError('BadArgument', 'The device is not in the inventory.')
  const { found, error } = askable(asked)
  const named = word === undefined ? null : await placeNamed(ctx, target, word, caller)
  const { parts, place } = await (named
    ? atPlace(named, at => read(asked, at, found))
    : read(asked, null, found))
  const all = (parts.get(interfacesList.name)?.data ?? []) as Interface[]
  const stored = word === undefined ? null : await knownInterface(ctx, target, word, caller)
  const iface = place && (await interfaceAt(asked, place, all, stored))
  const card = stored && (await ctx.use('interfaces').card(stored.id, caller))
  const [user, devices] = await Promise.all([
    ctx.use('people').person(caller),
    ctx.use('devices').shown([target.deviceId], caller),
  ])
  const port = iface?.type === 'ONU' ? iface.parent : (iface?.id ?? null)
  const wanted = new Set(asked.modules)
  const answers = [...parts].filter(([name]) => wanted.has(name))
  const variables: CommonVariables = {
    params: {},
    user,
    device: deviceVariables(devices.get(target.deviceId)!),
    iface: iface && { ...storedPart(card), ...listed(iface), id: stored?.id ?? null },
    interfaces_list: all.filter(one => one.type !== 'ONU' || one.parent === port).map(listed),
    data: Object.fromEntries(
      answers.filter(([, { data }]) => data !== undefined).map(([name, { data }]) => [name, data]),
    ),
    error: {
      ...error,
      ...Object.fromEntries(
        [...parts].flatMap(([name, { data, meta }]) =>
          data === undefined ? [[name, meta.error?.description ?? 'no answer'] as const] : [],
        ),
      ),
    },
  }
  return { variables, parts, iface, place, all }
}

/** What a template sees of a device, a port or an ONU. `params` is empty. */
export const variablesOf = async (asked: VariablesAsked): Promise<CommonVariables> =>
  (await gatherVariables(asked)).variables
