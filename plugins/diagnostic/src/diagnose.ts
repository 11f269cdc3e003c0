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
import { blocksOf } from './blocks/index.ts'
import { complete } from './schemas/complete.ts'
import type { Config } from './config.ts'
import type { DeviceStatus } from './schemas/diagnosis.ts'

/** Modules for a port and for an ONU. `system` is called first. Unsupported modules are left out. */
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
/** Modules without the argument `interface`. */
const ofDevice = new Set<Module>([ponProfiles])

export interface DiagnosisOptions {
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
  // Identity does not change with the state, and an OLT would have to list thousands of interfaces.
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
    : 'The model of the device is unknown, or its driver is switched off'
  return {
    data: data
      ? ({
          ...complete(system.result, data),
          meta: {
            ...complete(system.result.properties.meta, data.meta),
            modules: [...modules],
            detect: null,
            extra: null,
          },
        } as DeviceStatus['data'])
      : null,
    error,
  }
}

/**
 * Everything that is stored about an interface, and everything that its device answers about it.
 * @throws ApiError if the interface or the access to its device is unknown; DeviceError InterfaceMoved if the
 *   device shows another interface there
 */
export async function diagnose(
  ctx: Context<Config>,
  port: NamedInterface,
  { from, cableDiag: withCable, caller, signal, log }: DiagnosisOptions,
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
    expected: port.expected,
    caller,
    signal,
    log,
  })
  return {
    iface,
    parts,
    meta: metaOf(parts),
    oldMeta: oldMetaOf(parts, target),
    data: blocksOf(parts, port, { fdbRows: ctx.config.fdb_rows }),
    device_status: deviceStatus(parts, modules),
  }
}
export type Diagnosed = Awaited<ReturnType<typeof diagnose>>
