import { DeviceError, type Missing } from '../contract/errors.ts'
import { fdb, wanted } from '../modules/index.ts'
import type { Implementation } from '../contract/implementation.ts'
import { isOid } from '../oid.ts'
import { isConsole, isSilence, sourceOf, type Outcome, askSource } from './ask.ts'
import { credibleFdb } from '../table/credible-fdb.ts'
import { doubtEmpty } from './empty.ts'
import { joinOf, type Args, type Join } from './joins.ts'
import { plausible } from '../table/plausible.ts'
import type { Session } from '../contract/session.ts'
import type { Module } from '../contract/module.ts'

/** How long it is remembered which sources of a module have values. */
const keepMs = 3_600_000
/** How long a console that failed, or that was as empty as SNMP, is not opened again for a module. */
const consolePauseMs = 600_000
/** How long SNMP is not asked again after the console answered for a silent agent. */
const silencePauseMs = 60_000

/** What is remembered of the sources of one module of a device. */
interface SourceMemory {
  /** Sources that gave parts of the last whole answer. Empty: all sources are asked. */
  givers: ReadonlySet<string>
  /** The parts that they gave. */
  parts: ReadonlySet<string>
  /** Sources that are not asked until this time (Unix ms), and what to say of them meanwhile. */
  paused: Map<string, { until: number; missing: Missing | null }>
}

const newMemory = (): SourceMemory => ({ givers: new Set(), parts: new Set(), paused: new Map() })

/** The device's memory of a module. Who asks changes it. */
const memoryOf = (session: Session, module: string): Promise<SourceMemory> =>
  session.memo<SourceMemory>(
    `sources ${module} ${session.access?.prefer ?? 'snmp'}`,
    async () => newMemory(),
    keepMs,
  )

const isPaused = ({ paused }: SourceMemory, source: string): boolean =>
  (paused.get(source)?.until ?? 0) > Date.now()

const pause = (
  { paused }: SourceMemory,
  source: string,
  forMs: number,
  missing: Missing | null = null,
): void => {
  paused.set(source, { until: Date.now() + forMs, missing })
}

/** After these reasons the device was not asked to the end, so it may have what is not there. */
const isCut = ({ reason }: Missing): boolean => reason === 'silent' || reason === 'time_limit'

const isNothing = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0)

/** Reports the expected fields that a record lacks. */
function reportNotGiven(
  session: Session,
  { expected = [] }: Pick<Module, 'expected'>,
  { load_only }: Args,
  data: unknown,
  reports: readonly Missing[],
): void {
  if (expected.length === 0 || reports.some(isCut)) return
  for (const what of expected)
    if (wanted(load_only as string | undefined, what) && isNothing((data as Args)[what]))
      session.report({ what, reason: 'not_given' })
}

/** One call of a module that has several sources. */
interface Call {
  session: Session
  args: Args
  join: Join
  layers: readonly Implementation[]
  memory: SourceMemory
  outcomes: Outcome[]
  /** The answer so far; undefined before the first one. */
  data: unknown
  /** Parts that no source has given yet. */
  lacking: Set<string>
  /** Sources that gave parts of the answer. */
  givers: Set<string>
}

/** A question about a part of the table: its answer may be empty although the table has rows. */
const isFiltered = (args: Args): boolean => Object.keys(args).some(name => name !== 'load_only')

/**
 * An empty answer to a question about one port or MAC address says nothing of the table. The first time the
 * table is read as a whole: if it has rows, the source is the right one, and the answer is really empty.
 */
async function holdsOthers({ session, args, join, layers }: Call, layer: Implementation): Promise<boolean> {
  const required = (layer.module.args as { required?: readonly string[] }).required ?? []
  if (!isFiltered(args) || layers.length === 1 || required.length > 0) return false
  const { data, error } = await askSource(session, layer, {})
  return error === null && join.parts({}).some(part => join.has(data, part))
}

/** Takes what the answer of one source adds; false if it adds nothing. */
function take(call: Call, { source, data }: Outcome): boolean {
  const given = [...call.lacking].filter(part => call.join.has(data, part))
  if (call.data === undefined) call.data = data
  else if (given.length > 0) call.data = call.join.fill(call.data, data, given)
  for (const part of given) call.lacking.delete(part)
  if (given.length > 0) call.givers.add(source)
  return given.length > 0
}

/** Whether a source is asked after what the others have given. */
function isWorthAsking({ data, outcomes, lacking, givers, join }: Call, source: string): boolean {
  if (!isConsole(source) && outcomes.some(isSilence)) return false
  if (data === undefined) return true
  return [...lacking].some(part => givers.size === 0 || !isConsole(source) || join.worthConsole(part))
}

/** Asks the sources in their order until nothing is lacking. */
async function askLayers(call: Call, layers: readonly Implementation[]): Promise<void> {
  for (const layer of layers) {
    const source = sourceOf(layer)
    if (!isWorthAsking(call, source)) continue
    const outcome = await askSource(call.session, layer, call.args)
    call.outcomes.push(outcome)
    if (outcome.error !== null || take(call, outcome)) continue
    if (call.memory.givers.size > 0 || !(await holdsOthers(call, layer))) continue
    call.memory.givers = call.givers.add(source)
    call.memory.parts = new Set(call.join.parts({}))
    call.lacking.clear()
  }
}

type FdbAnswer = typeof fdb.example

/** A source that proved that it has nothing. */
const isClean = ({ error, reports }: Outcome): boolean =>
  reports.length === 0 && (error === null || error.kind === 'Unsupported')

const refusedBy = (source: string): Missing => ({ what: source, reason: 'rejected' })

/** What an answer has to say of its sources. A source that does not exist here has nothing to say. */
function reportsOf({ outcomes, givers, layers, memory }: Call): Missing[] {
  const reports = outcomes.flatMap(outcome => {
    const { source, error } = outcome
    if (error === null) return outcome.reports
    if (error.kind === 'Unsupported' || isSilence(outcome)) return []
    if (isConsole(source) && givers.size > 0) return []
    return [...outcome.reports, ...(error.missing.length > 0 ? error.missing : [refusedBy(source)])]
  })
  const paused = layers.flatMap(layer => {
    const kept = isPaused(memory, sourceOf(layer)) ? memory.paused.get(sourceOf(layer))?.missing : null
    return kept && givers.size === 0 && !outcomes.some(({ source }) => source === sourceOf(layer))
      ? [kept]
      : []
  })
  return [...reports, ...paused]
}

/** Remembers what is worth a question. The empty answer to a filter teaches nothing. */
function learn({ memory, outcomes, givers, join, args, layers, lacking }: Call): void {
  const silent = outcomes.some(isSilence)
  for (const { source, error } of outcomes) {
    if (givers.has(source)) {
      if (silent)
        for (const layer of layers)
          if (!isConsole(sourceOf(layer))) pause(memory, sourceOf(layer), silencePauseMs)
    } else if (isConsole(source) && (error !== null || !isFiltered(args)))
      pause(memory, source, consolePauseMs, error && error.kind !== 'Unsupported' ? refusedBy(source) : null)
  }
  const all = join.parts({})
  if (givers.size === 0 || memory.givers.size > 0 || join.parts(args).length < all.length) return
  if (
    outcomes.every(outcome => givers.has(outcome.source) || isConsole(outcome.source) || isClean(outcome))
  ) {
    memory.givers = givers
    memory.parts = new Set(all.filter(part => !lacking.has(part)))
  }
}

/** What the device refused altogether is an error, not an empty answer. */
function refusal({ outcomes, givers, lacking, data }: Call, reports: readonly Missing[]): DeviceError | null {
  const errors = outcomes.flatMap(({ error }) => error ?? [])
  if (errors.length === outcomes.length)
    return errors.find(({ kind }) => kind !== 'Unsupported') ?? errors[0] ?? null
  const refused = reports.filter(({ reason, what }) => reason === 'rejected' && isOid(what))
  if (givers.size > 0 || lacking.size === 0 || refused.length === 0) return null
  const what = refused.length === 1 ? refused[0]!.what : `${refused[0]!.what} and others`
  return new DeviceError('CommandRejected', `The device refused to give ${what}.`, {
    missing: reports,
    partial: data,
  })
}

/** The sources to ask first, and those that are asked if they do not give what they gave before. */
function chosen({ session, layers, memory }: Call): [Implementation[], Implementation[]] {
  const { console = false, prefer = 'snmp' } = session.access ?? {}
  const reachable = layers
    .filter(layer => console || !isConsole(sourceOf(layer)))
    .toSorted((a, b) =>
      prefer === 'console' ? Number(isConsole(sourceOf(b))) - Number(isConsole(sourceOf(a))) : 0,
    )
  const open = reachable.filter(layer => !isPaused(memory, sourceOf(layer)))
  const usable = open.length > 0 ? open : reachable
  if (memory.givers.size === 0) return [usable, []]
  const known = usable.filter(layer => memory.givers.has(sourceOf(layer)))
  return [known, usable.filter(layer => !known.includes(layer))]
}

async function answer(call: Call): Promise<unknown> {
  const { session, args, memory } = call
  const [first, others] = chosen(call)
  await askLayers(call, first)
  const gone = !isFiltered(args) && [...call.lacking].some(part => memory.parts.has(part))
  if (others.length > 0 && (call.data === undefined || gone)) {
    Object.assign(memory, { givers: new Set(), parts: new Set() })
    await askLayers(call, others)
  }
  if (call.outcomes.length === 0)
    throw new DeviceError(
      'Unsupported',
      'Only the console of the device shows this, and its access profile has no login to the console.',
    )
  const reports = reportsOf(call)
  learn(call)
  const refused = refusal(call, reports)
  if (refused) throw refused
  for (const missing of reports) session.report(missing)
  return call.data
}

/** Whether the answer has no rows: it is a list of them, or holds one. */
const isEmpty = ({ join, args }: Call, data: unknown): boolean =>
  join.parts(args).some(part => part === 'rows' && !join.has(data, part))

/** The sources that gave the answer; where it is empty, those that proved that there is nothing. */
const answerers = ({ givers, outcomes }: Call): string[] =>
  givers.size > 0 ? [...givers] : outcomes.filter(({ error }) => error === null).map(({ source }) => source)

/**
 * One module that is answered from several sources: the first that has values, or, for a record, each field
 * from the first source that has it. The order is that of `layers`, or the console first if the access
 * profile prefers it.
 */
export function layered(layers: readonly [Implementation, ...Implementation[]]): Implementation {
  const { module } = layers[0]
  return {
    module,
    ...(layers.some(({ exclusive }) => exclusive) && { exclusive: true as const }),
    run: async (session, args) => {
      const join = joinOf(module.name)
      const call: Call = {
        session,
        args: args as Args,
        join,
        layers,
        memory: layers.length > 1 ? await memoryOf(session, module.name) : newMemory(),
        outcomes: [],
        data: undefined,
        givers: new Set(),
        lacking: new Set(join.parts(args as Args)),
      }
      const told = plausible(module.name, await answer(call))
      const data =
        module.name === fdb.name && Array.isArray(told)
          ? credibleFdb(session, 'fdb', told as FdbAnswer)
          : told
      if (isEmpty(call, data) && !isFiltered(call.args)) await doubtEmpty(session, call.outcomes)
      const reports = call.outcomes.flatMap(outcome => outcome.reports)
      reportNotGiven(session, module, call.args, data, reports)
      const sources = answerers(call).flatMap(name => {
        const { from, joins } = layers.find(layer => sourceOf(layer) === name) ?? {}
        return from?.flatMap(one => session.answeredBy?.get(one.name) ?? []) ?? joins ?? [name]
      })
      session.answeredBy?.set(module.name, [...new Set(sources)])
      return data
    },
  }
}
