import type { Driver } from '../contract/driver.ts'
import { isUnder } from '../oid.ts'
import { resolveModules } from '../sources/index.ts'
import { detectByConsole, type AskConsole } from './console.ts'
import { choose, type Choice, type Rejected } from './choose.ts'
import { candidatesOf, conflicts, type Candidate } from './conflicts.ts'
import type { Detection, DeviceIdentity, Probe } from './detection.ts'
import type { KnownModel } from './known-model.ts'

export type { KnownModel } from './known-model.ts'

/** All models by their keys, and the detection of the model of a device. */
export interface DriverIndex {
  models: ReadonlyMap<string, KnownModel>
  /** Never guesses: if two models are left at the end, the answer has no model, and the reasons. */
  detect(identity: DeviceIdentity, probe?: Probe): Promise<Detection>
  /** The same by the console of the device, for a device without SNMP. */
  detectByConsole(ask: AskConsole): Promise<Detection>
}

/**
 * Whether a prefix does not contain a vendor: `1.3.6.1` and other nodes above `enterprises.<vendor>`. The
 * fallback model has such a prefix.
 */
export const isGenericPrefix = (objectId: string): boolean => isUnder('1.3.6.1.4.1', objectId)

/**
 * Enterprises of agents, not of makers: Net-SNMP, UCD, Broadcom, Realtek and Frogfoot. Devices of many makers
 * answer with their numbers, so there a text may say who it is.
 */
const agents: ReadonlySet<string> = new Set(
  [8072, 2021, 4413, 27282, 10002].map(number => `1.3.6.1.4.1.${number}`),
)
/** `1.3.6.1.4.1.<maker>`; null for a number without a maker. */
const makerOf = (objectId: string | null): string | null => {
  const maker = /^1\.3\.6\.1\.4\.1\.\d+(?=\.|$)/.exec(objectId ?? '')?.[0] ?? null
  return maker === null || agents.has(maker) ? null : maker
}

/** One reason for each model, and none for the chosen model. */
const tidy = (rejected: Rejected, chosen: string | undefined): Rejected => [
  ...new Map(
    rejected.filter(({ modelKey }) => modelKey !== chosen).map(entry => [entry.modelKey, entry]),
  ).values(),
]

/**
 * Joins drivers without `checkDriver` findings into one index. Order of detection: the longest sysObjectID
 * prefix with a model that fits, then models that are known by sysDescr alone (for the number of a known
 * maker only that maker's), then the fallback on a generic prefix.
 * @throws Error that names every pair of models that detection cannot distinguish, and every key that two
 *   drivers use
 */
export function buildIndex(drivers: readonly Driver[]): DriverIndex {
  const found = conflicts(drivers)
  if (found.length)
    throw new Error(
      ['drivers contradict each other:', ...found.map(({ where, message }) => `- ${where}: ${message}`)].join(
        '\n',
      ),
    )

  const models = new Map<string, KnownModel>()
  const byPrefix = new Map<string, Candidate[]>()
  const byDescr: Candidate[] = []
  for (const driver of drivers) {
    for (const model of driver.models) {
      models.set(model.key, { model, driver, family: model.family, modules: resolveModules(model) })
      for (const candidate of candidatesOf(model)) {
        if (candidate.objectId === null) byDescr.push(candidate)
        else byPrefix.set(candidate.objectId, [...(byPrefix.get(candidate.objectId) ?? []), candidate])
      }
    }
  }
  /** Drivers by the makers whose numbers they know. */
  const owners = new Map<string, Set<string>>()
  for (const driver of drivers)
    for (const { objectId } of driver.models.flatMap(candidatesOf)) {
      const maker = makerOf(objectId)
      if (maker !== null) owners.set(maker, (owners.get(maker) ?? new Set()).add(driver.id))
    }
  const fallbacks = [...byPrefix]
    .filter(([prefix]) => isGenericPrefix(prefix))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([, candidates]) => candidates)

  async function detect({ objectId, descr: told }: DeviceIdentity, probe?: Probe): Promise<Detection> {
    // Agents whose configuration quotes the text send the quotes too.
    const descr = told?.replace(/^\s*"+|"+\s*$/g, '') ?? null
    const rejected: Rejected = []
    const plain = objectId?.replace(/^\./, '') || null
    const done = (choice: Choice | null, tier: Detection['tier'] = choice?.tier ?? null): Detection => ({
      modelKey: choice?.candidate.modelKey ?? null,
      objectId: plain,
      descr: told,
      tier,
      rejected: tidy(rejected, choice?.candidate.modelKey),
    })
    for (
      let prefix = plain ?? '';
      prefix && !isGenericPrefix(prefix);
      prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))
    ) {
      const choice = await choose(byPrefix.get(prefix) ?? [], descr ?? '', probe, rejected)
      if (choice) return done(choice)
    }
    // An operator may write another maker's text over sysDescr. The number of a known maker cannot lie so.
    const own = owners.get(makerOf(plain) ?? '')
    const named = own ? byDescr.filter(({ modelKey }) => own.has(models.get(modelKey)!.driver.id)) : byDescr
    const byText = descr ? await choose(named, descr, probe, rejected) : null
    if (byText) return done(byText)
    for (const candidates of fallbacks) {
      const choice = await choose(candidates, descr ?? '', probe, rejected)
      if (choice) return done(choice, 'generic')
    }
    return done(null)
  }
  return { models, detect, detectByConsole: ask => detectByConsole(models, ask, detect) }
}
