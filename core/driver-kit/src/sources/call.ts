import type { Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { askSource, isConsole, isSilence, sourceOf, type Outcome } from './ask.ts'
import type { Args, Join } from './joins.ts'
import type { SourceMemory } from './memory.ts'

/** One call of a module that has several sources. */
export interface Call {
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
export const isFiltered = (args: Args): boolean => Object.keys(args).some(name => name !== 'load_only')

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
export async function askLayers(call: Call, layers: readonly Implementation[]): Promise<void> {
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
