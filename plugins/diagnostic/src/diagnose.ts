import type { Module, ResultOf } from '@linecard/driver-kit'
import {
  cableDiag,
  errors,
  fdb,
  interfaceCounters,
  interfaceDescriptions,
  linkInfo,
  parseInterface,
  poeInfo,
  ponOntsConfiguration,
  ponOntsDownHistory,
  ponOntsMacAddr,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
  ponOntsVendor,
  ponProfiles,
  pvid,
  rmon,
  sfpMedia,
  sfpOptical,
  system,
  uniInterfacesStatus,
  uniInterfacesVlans,
  vlansByPort,
} from '@linecard/driver-kit/modules'
import {
  metaOf,
  type Caller,
  type Context,
  type LiveParts,
  type LiveQuestion,
  type Logger,
  type NamedInterface,
  type Source,
} from '@linecard/plugin-kit'
import { gather, oldMetaOf } from './ask.ts'
import { blocksOf, known } from './blocks.ts'
import type { Config } from './config.ts'
import type { DeviceStatus } from './schemas.ts'

/** What is asked of a port, and of an ONU; `system` comes before all. What the model lacks is left out. */
const ofPort: readonly Module[] = [
  linkInfo,
  interfaceCounters,
  errors,
  rmon,
  interfaceDescriptions,
  vlansByPort,
  pvid,
  fdb,
  sfpOptical,
  sfpMedia,
  poeInfo,
]
const ofOnu: readonly Module[] = [
  ponOntsStatus,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsDownHistory,
  ponOntsSerial,
  ponOntsMacAddr,
  interfaceDescriptions,
  uniInterfacesStatus,
  uniInterfacesVlans,
  ponOntsVendor,
  ponOntsConfiguration,
  ponProfiles,
  interfaceCounters,
  fdb,
]
/** Asked of the whole device. */
const ofDevice = new Set<Module>([ponProfiles])

export interface Asked {
  from: Source
  cableDiag: boolean
  caller: Caller
  signal: AbortSignal
  log: Logger
}

function questionsFor(
  supported: ReadonlySet<string>,
  { type, bind_key }: NamedInterface,
  from: Source,
  withCable: boolean,
): LiveQuestion[] {
  const all = { interface: Number(bind_key) }
  // Who the interface is does not change with its state, and an OLT has thousands to list.
  const who: LiveQuestion = { module: parseInterface, args: all, from: from === 'store' ? 'store' : 'cache' }
  const modules = type === 'ONU' ? ofOnu : ofPort
  return [
    { module: system, args: {} },
    who,
    ...modules.map(module => ({ module, args: ofDevice.has(module) ? {} : all })),
    ...(withCable
      ? [{ module: cableDiag, args: all, from: from === 'store' ? from : ('device' as const) }]
      : []),
  ].filter(({ module }) => supported.has(module.name))
}

function deviceStatus(parts: LiveParts, modules: readonly string[]): DeviceStatus {
  const part = parts.get(system.name)
  const data = part?.data as ResultOf<typeof system> | undefined
  const error = part
    ? (part.meta.error?.description ?? null)
    : 'The model of the device is not known, or no driver for it is on'
  return {
    data: data ? { ...known(data), meta: { ...known(data.meta), modules: [...modules] } } : null,
    error,
  }
}

/**
 * All that is known of an interface and all that its device says of it, however little. @throws ApiError
 * where the interface or its device cannot be asked at all
 */
export async function diagnose(
  ctx: Context<Config>,
  port: NamedInterface,
  { from, cableDiag: withCable, caller, signal, log }: Asked,
) {
  const target = await ctx.use('devices').target({ id: port.device_id }, caller)
  const iface = await ctx.use('interfaces').card(port.id, caller)
  const modules = ctx
    .use('equipment')
    .modules(target.modelKey)
    .map(({ name }) => name)
  const parts = await gather(questionsFor(new Set(modules), port, from, withCable), {
    ctx,
    target,
    from,
    caller,
    signal,
    log,
  })
  return {
    iface,
    parts,
    meta: metaOf(parts),
    oldMeta: oldMetaOf(parts, target),
    data: blocksOf(parts, Number(port.bind_key), { fdbRows: ctx.config.fdb_rows }),
    device_status: deviceStatus(parts, modules),
  }
}
export type Diagnosed = Awaited<ReturnType<typeof diagnose>>
