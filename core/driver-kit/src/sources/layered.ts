import { DeviceError, type Missing } from '../contract/errors.ts'
import { fdb } from '../modules/index.ts'
import type { Implementation } from '../contract/implementation.ts'
import { isOid } from '../oid.ts'
import { isConsole, isSilence, sourceOf, type Outcome } from './ask.ts'
import { askLayers, isFiltered, type Call } from './call.ts'
import { credibleFdb } from '../table/credible-fdb.ts'
import { doubtEmpty } from './empty.ts'
import { joinOf, type Args } from './joins.ts'
import { plausible } from '../table/plausible.ts'
import { reportNotGiven } from './not-given.ts'
import { consolePauseMs, isPaused, memoryOf, newMemory, pause, silencePauseMs } from './memory.ts'

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
