import type { Caution, Module } from '@linecard/driver-kit'
import type { BoundPoller } from '@linecard/plugin-kit'

/** What the driver of a model says about a module of a poller. */
export interface PollerCaution {
  poller: string
  module: string
  reason: string
  /** It is asked at most so often, seconds; null: not at all. */
  every_sec: number | null
  /** An operator wants it nevertheless, for this model or device. */
  overruled: boolean
}

type Cautions = ReadonlyMap<string, Caution>

/** What is left of a poller if the driver is heeded: the modules, and the shortest interval. */
export function heeded({ modules }: Pick<BoundPoller, 'modules'>, cautions: Cautions) {
  const left = modules.filter(({ name }) => {
    const caution = cautions.get(name)
    return !caution || caution.everySec !== undefined
  })
  const least = Math.max(0, ...left.map(({ name }) => cautions.get(name)?.everySec ?? 0))
  return { modules: left as readonly Module[], least }
}

/** The cautions about the modules of a poller. */
export const cautionsAbout = (
  { key, modules }: Pick<BoundPoller, 'key' | 'modules'>,
  cautions: Cautions,
  overruled: boolean,
): PollerCaution[] =>
  modules.flatMap(({ name }) => {
    const caution = cautions.get(name)
    if (!caution) return []
    const { reason, everySec = null } = caution
    return [{ poller: key, module: name, reason, every_sec: everySec, overruled }]
  })

/** The cautions about a poller of all these models; what is said of several of them is said once. */
export function modelCautions(
  poller: Pick<BoundPoller, 'key' | 'modules'>,
  { cautions }: { cautions(modelKey: string): Cautions },
  models: readonly string[],
) {
  const all = models.flatMap(model =>
    cautionsAbout(poller, cautions(model), false).map(caution => ({ model, ...caution })),
  )
  return [
    ...Map.groupBy(all, ({ module, reason, every_sec: sec }) => `${module} ${sec} ${reason}`).values(),
  ].map(group => {
    const { module, reason, every_sec } = group[0]!
    return { module, models: group.map(({ model }) => model), reason, every_sec }
  })
}
