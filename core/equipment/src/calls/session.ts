import {
  DeviceError,
  collectMissing,
  isComplete,
  snmpOff,
  withTexts,
  writtenCharset,
  type DeviceTexts,
  type ExpectedPort,
  type Implementation,
  type Missing,
  type Module,
  type RouterOsSession,
  type Session,
} from '@linecard/driver-kit'
import { interfacesList, type Interface } from '@linecard/driver-kit/modules'
import { runAsDriver } from '@linecard/driver-kit/running-code'
import { createProver, type Prover } from '@linecard/driver-kit/ports'
import type { Target } from '@linecard/plugin-kit'
import type { Static, TSchema } from 'typebox'
import { canonical } from '../answers/json.ts'
import type { DeviceConnections } from '../connections/pool.ts'
import type { TranscriptEntry } from '../console/state.ts'
import type { Budget } from '../limits/budget.ts'
import { abortable } from '../waiting/signals.ts'
import type { ConsoleModuleOptions, ConsoleModuleSession } from './command-watch.ts'
import type { SupportedModel } from './models.ts'
import type { OfPoll } from './device-call.ts'
import type { Share } from './share.ts'

export interface CallSessionOptions {
  /** The name of the module. */
  module: string
  target: Target
  supported: SupportedModel
  device: DeviceConnections
  signal: AbortSignal
  /**
   * How long the driver may still run after the signal has fired, in ms, to give the rows that it has. It
   * cannot send anything in this time.
   */
  graceMs: number
  /** The call changes nothing: a console command whose output was disturbed may be typed again. */
  repeatable: boolean
  /** The port that the caller means. */
  expected: ExpectedPort | null
  /** Awaited before the first packet of a change is sent. */
  beforeChange?: (() => Promise<void>) | undefined
  /** What the call may take from the device. */
  budget: Budget
  /** What it shares with other calls of its operation. */
  share: Share
  /** The poll of which it is a part. */
  poll: OfPoll | undefined
  /** For the console modules. */
  console: ConsoleModuleOptions
}

/** The session of one call, with what the driver reported in it. */
export interface CallSession {
  run(module: Module, args: unknown): Promise<unknown>
  /** What the device has proven about the ports of the call. */
  readonly prover: Prover
  readonly missing: readonly Missing[]
  /** Whether the device has answered anything, over any protocol. */
  hasAnswered(): boolean
  /** The sources of the answers, by the name of their module. */
  readonly answeredBy: ReadonlyMap<string, readonly string[]>
  /** The transcript of the console, with secrets masked. */
  readonly transcript: readonly TranscriptEntry[]
}

/** Reports of one call: a nonsensical table must not fill the memory with them. */
const maxReports = 1000
/** Console commands of one call. */
const maxTranscript = 1000
const memoTtlMs = 600_000

/** Gives the kept value of the device, or makes it and keeps it for `ttlMs`. */
function remember<T>(
  { memos }: DeviceConnections['memory'],
  name: string,
  make: () => Promise<T>,
  options: { signal: AbortSignal; gaps: () => number; ttlMs: number | undefined },
): Promise<T> {
  const { signal, gaps, ttlMs = memoTtlMs } = options
  const kept = memos.get(name)
  if (kept) return kept as Promise<T>
  const before = gaps()
  // A value that is pending longer than its call would delay all later calls.
  const value = abortable(signal, make)
  memos.set(name, value, { ttl: ttlMs })
  const forget = () => {
    if (memos.peek(name) === value) memos.delete(name)
  }
  value.then(() => {
    if (gaps() > before) forget()
  }, forget)
  return value
}

/** Adds to a list until it is full. */
const collector =
  <T>(list: T[], max: number) =>
  (one: T): void => {
    if (list.length < max) list.push(one)
  }

/** Notes what an answer lacks, and what spoils values that are kept. */
const reporter = (missing: Missing[], gaps: Missing[]): Session['report'] => {
  const [note, spoil] = [collectMissing(missing, maxReports), collector(gaps, maxReports)]
  return (what, held) => {
    if (!isComplete([what]) || what.reason === 'rejected') spoil(what)
    if (!held) note(what)
  }
}

const hasConsole = ({ console: access }: Target): boolean => Boolean(access?.login || access?.password)

function implementationOf({ model, implementations }: SupportedModel, { name }: Module): Implementation {
  const found = implementations.get(name)
  if (!found) throw new DeviceError('Unsupported', `${model.name} has no module ${name}.`)
  return found
}

/** The RouterOS API of a call, whose port is proven before it is changed. */
const provenRouterOs = (api: RouterOsSession, { changing }: Prover): RouterOsSession => ({
  ...api,
  change: (command, values) => changing(() => api.change(command, values)),
})

function snmpOf({ target, device, signal, budget, share, poll }: CallSessionOptions, module: string) {
  if (target.snmp.off) return snmpOff(target.ip)
  const snmp = share.snmp(device.snmp.until(signal, budget, poll?.brief ? 1 : undefined))
  return poll ? poll.memo.snmp(snmp, module) : snmp
}

const proverOf = (
  options: CallSessionOptions,
  readList: () => Promise<Interface[]>,
  { expected, repeatable, beforeChange }: CallSessionOptions = options,
): Prover =>
  createProver({
    snmp: snmpOf(options, options.module),
    expected,
    strict: !repeatable,
    readList,
    beforeChange,
  })

/** Its console, in the charset of its texts. */
const cliOf = (
  { target, device, supported: { family }, signal, repeatable }: CallSessionOptions,
  texts: DeviceTexts,
  onTranscript: (entry: TranscriptEntry) => void,
  prover: Prover,
): Session['cli'] => ({
  run: async (command, cliOptions = {}) => {
    const charset = writtenCharset(texts)
    const console = await device.console.session({ ...target, charset }, family.cli, onTranscript, signal)
    return prover.changing(() => console.run(command, { ...cliOptions, repeatable }, signal))
  },
})

export function createCallSession(options: CallSessionOptions): CallSession {
  const { target, supported, device, signal, graceMs, budget } = options
  const { model, facts } = supported
  const [missing, gaps]: [Missing[], Missing[]] = [[], []]
  const texts = { set: target.charset ?? null, memory: device.memory.charset }
  const transcript: TranscriptEntry[] = []
  const results = new Map<string, Promise<unknown>>()
  const answeredBy = new Map<string, readonly string[]>()
  const prover = proverOf(options, async () => (await run(interfacesList, {}, [], true)) as Interface[])
  const answersBefore = device.snmp.stats.answers
  const hasAnswered = () => transcript.length > 0 || api.answered || device.snmp.stats.answers > answersBefore
  const api = { answered: false, onAnswer: () => void (api.answered = true) }
  let routerOs: RouterOsSession | null = null

  const report = reporter(missing, gaps)
  const onTranscript = collector(transcript, maxTranscript)
  const openRouterOs = () =>
    provenRouterOs(
      device.routerOs.session({ target, signal, budget, report, onAnswer: api.onAnswer }),
      prover,
    )

  /** Runs a module once for each set of arguments. `path`: the modules that wait for this one. */
  function run(module: Module, args: unknown, path: readonly string[], again = false): Promise<unknown> {
    const name = `${module.name} ${canonical(args)}`
    if (path.includes(name))
      throw new DeviceError(
        'ParseFailed',
        `The driver of ${model.name} asks ${module.name} while it answers ${module.name}.`,
      )
    let result = again ? undefined : results.get(name)
    if (!result) results.set(name, (result = answerOf(module, args, [...path, name])))
    return result
  }
  const answerOf = async (module: Module, args: unknown, path: readonly string[]) => {
    const data = await withTexts(texts, () =>
      runAsDriver(supported.driver.id, () => implementationOf(supported, module).run(sessionFor(path), args)),
    )
    if (module.name === interfacesList.name) prover.sawList(data as Interface[])
    return data
  }
  const sessionFor = (path: readonly string[]): ConsoleModuleSession => ({
    ip: target.ip,
    ...options.console,
    model: facts,
    snmp: prover.snmp,
    port: prover.port,
    get routerOs() {
      return (routerOs ??= openRouterOs())
    },
    signal,
    cli: cliOf(options, texts, onTranscript, prover),
    call: async <A extends TSchema, R extends TSchema>(
      module: Module<A, R>,
      args: Static<A>,
      { again }: { again?: true } = {},
    ) => (await run(module, args, path, again)) as Static<R>,
    memo: (key, make, ttlMs) =>
      remember(device.memory, `${model.key} ${key}`, make, { signal, gaps: () => gaps.length, ttlMs }),
    report,
    access: { console: hasConsole(target), prefer: target.prefer ?? 'snmp' },
    answeredBy,
    get answered() {
      return hasAnswered() || options.share.used || options.poll?.memo.used === true
    },
  })

  return {
    run: (module, args) => abortable(signal, async () => run(module, args, []), graceMs),
    prover,
    missing,
    answeredBy,
    transcript,
    hasAnswered,
  }
}
