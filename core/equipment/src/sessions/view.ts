import {
  DeviceError,
  factsOf,
  type Implementation,
  type Missing,
  type Model,
  type Module,
  type Session,
} from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import type { Target } from '@linecard/plugin-kit'
import { canonical } from '../answers/json.ts'
import type { Said } from '../cli/console.ts'
import { abortable } from './abortable.ts'
import type { OpenDevice } from './pool.ts'

export interface ViewOptions {
  target: Target
  model: Model<unknown>
  /** Of the model's family. */
  cli: CliProfile | undefined
  device: OpenDevice
  signal: AbortSignal
  /**
   * How long the driver may hand over the rows it has once the signal has fired, in ms; it cannot send any
   * more.
   */
  graceMs: number
  implementations: ReadonlyMap<string, Implementation>
}

/** One call's view of a device: what the driver's functions get, and what they noted. */
export interface View {
  run(module: Module, args: unknown): Promise<unknown>
  readonly missing: readonly Missing[]
  /** What was said at the console, secrets masked. */
  readonly said: readonly Said[]
}

/** Reports kept of one call; a table of nonsense must not become a list of nonsense. */
const missingLimit = 1000
/** Commands kept of one call. */
const saidLimit = 1000
const memoTtlMs = 600_000
/**
 * Reasons after which rows are lacking: not complete, so not remembered and not stored over a complete
 * answer.
 */
const lacking = new Set<Missing['reason']>(['silent', 'time_limit', 'row_limit', 'not_increasing'])
export const isComplete = (missing: readonly Missing[]): boolean =>
  !missing.some(({ reason }) => lacking.has(reason))

export function createView({
  target,
  model,
  cli,
  device,
  signal,
  graceMs,
  implementations,
}: ViewOptions): View {
  const missing: Missing[] = []
  const said: Said[] = []
  const results = new Map<string, Promise<unknown>>()
  const snmp = device.snmp.until(signal)
  const answersBefore = device.snmp.stats.answers
  let heardRouterOs = false
  const answered = () => said.length > 0 || heardRouterOs || device.snmp.stats.answers > answersBefore
  const report = (what: Missing) => {
    if (missing.length < missingLimit) missing.push(what)
  }
  const routerOs = device.routerOs.session({
    target,
    signal,
    report,
    heard: () => {
      heardRouterOs = true
    },
  })
  const hear = (one: Said) => {
    if (said.length < saidLimit) said.push(one)
  }

  function remembered<T>(key: string, make: () => Promise<T>, ttlMs = memoTtlMs): Promise<T> {
    const name = `${model.key} ${key}`
    const { memos } = device.memory
    const kept = memos.get(name)
    if (kept && kept.until > Date.now()) return kept.value as Promise<T>
    const before = missing.length
    // A promise that outlived its call would hold up every later one.
    const value = abortable(signal, make)
    const entry = { value, until: Date.now() + ttlMs }
    memos.set(name, entry)
    const drop = () => memos.deleteWhere(other => other === entry)
    value.then(() => {
      if (!isComplete(missing.slice(before))) drop()
    }, drop)
    return value
  }
  const once = (module: Module, args: unknown, path: readonly string[], again = false): Promise<unknown> => {
    const name = `${module.name} ${canonical(args)}`
    if (path.includes(name))
      throw new DeviceError(
        'ParseFailed',
        `The driver of ${model.name} asks ${module.name} while it answers ${module.name}.`,
      )
    let result = again ? undefined : results.get(name)
    if (!result) results.set(name, (result = run(module, args, [...path, name])))
    return result
  }
  const run = async (module: Module, args: unknown, path: readonly string[]): Promise<unknown> => {
    const implementation = implementations.get(module.name)
    if (!implementation) throw new DeviceError('Unsupported', `${model.name} has no module ${module.name}.`)
    return implementation.run(sessionFor(path), args)
  }
  const sessionFor = (path: readonly string[]): Session =>
    ({
      ip: target.ip,
      model: factsOf(model),
      snmp,
      routerOs,
      signal,
      cli: {
        run: async (command: string, options = {}) =>
          (await device.desk.console(target, cli, hear, signal)).run(command, options, signal),
      },
      call: <A, R>(module: Module, args: A, { again }: { again?: true } = {}) =>
        once(module, args, path, again) as Promise<R>,
      memo: remembered,
      report,
      get answered() {
        return answered()
      },
    }) as Session

  return { run: (module, args) => abortable(signal, () => once(module, args, []), graceMs), missing, said }
}
