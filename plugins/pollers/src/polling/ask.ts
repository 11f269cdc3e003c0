import type { Module } from '@linecard/driver-kit'
import { DeviceError } from '@linecard/driver-kit'
import { partialOf } from '@linecard/driver-kit/validation'
import {
  ApiError,
  type Failing,
  type PollableDevice,
  type PollAnswer,
  type PolledAnswer,
} from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import type { Wanted } from '../plan/effective.ts'
import type { Claim } from './claim.ts'

type Args = Readonly<Record<string, unknown>>

/** The modules of all due pollers, each once, with its arguments. A poller may leave a device alone. */
function modulesOf(wanted: readonly Wanted[], { params }: PollableDevice): [Module, Args][] {
  const found = new Map<string, [Module, Args]>()
  for (const { poller, modules } of wanted)
    for (const module of modules) {
      const args = poller.argsFor ? poller.argsFor(params, module.name) : {}
      if (args !== null && !found.has(module.name)) found.set(module.name, [module, args])
    }
  return [...found.values()]
}

function failed(module: Module, error: unknown, time: Date): PolledAnswer {
  if (!(error instanceof DeviceError) && !(error instanceof ApiError)) throw error
  return {
    data: partialOf(error, module),
    complete: false,
    missing: error instanceof DeviceError ? error.missing : [],
    time,
    error: { code: error.code, description: error.message },
  }
}

/** Nobody could ask the device: each module has the reason. */
const refused = (modules: readonly Module[], error: unknown, failing: Failing, time: Date): PollAnswer => ({
  answers: new Map(modules.map(module => [module.name, failed(module, error, time)])),
  uptime: null,
  uptime_read: null,
  requests: 0,
  spent_ms: 0,
  failing,
})

/**
 * Asks a device for the modules of all due pollers in one session. Modules with arguments follow, if it
 * answers.
 */
export async function ask(
  { ctx }: Base,
  { device, stored: { failing }, target: targetOf }: Pick<Claim, 'device' | 'stored' | 'target'>,
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<PollAnswer> {
  const caller = ctx.use('auth').system()
  const equipment = ctx.use('equipment')
  const modules = modulesOf(wanted, device).filter(([module]) => equipment.supports(device.model_key, module))
  const plain = modules.flatMap(([module, args]) => (Object.keys(args).length === 0 ? [module] : []))
  const special = modules.filter(([, args]) => Object.keys(args).length > 0)
  let target
  try {
    target = targetOf()
  } catch (error) {
    return refused(
      modules.map(([module]) => module),
      error,
      failing,
      ctx.clock(),
    )
  }
  const polled = await equipment.poll(target, plain, { signal, caller, failing })
  const answers = new Map(polled.answers)
  const silent = plain.length > 0 && [...answers.values()].every(({ data }) => data === undefined)
  for (const [module, args] of silent ? [] : special) {
    if (signal.aborted) break
    const began = ctx.clock()
    try {
      const { data, meta } = await equipment.call(target, module, args, {
        from: 'device',
        caller,
        signal,
        keep: false,
      })
      answers.set(module.name, {
        data,
        complete: meta.error === null && meta.missing.length === 0,
        missing: meta.missing,
        time: new Date(meta.time),
        error: meta.error,
      })
    } catch (error) {
      if (signal.aborted) break
      answers.set(module.name, failed(module, error, began))
    }
  }
  return { ...polled, answers }
}
