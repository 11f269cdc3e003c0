import type { ConsoleIdentity, Family } from '../contract/family.ts'
import { choose, type Rejected } from './choose.ts'
import { candidatesOf, type Candidate } from './conflicts.ts'
import type { Detection, DeviceIdentity } from './detection.ts'
import type { KnownModel } from './known-model.ts'

/** Types a command that only shows something. Null: the device refused it. */
export type AskConsole = (command: string) => Promise<string | null>

/** Characters of an output that are looked at. */
const maxText = 20_000
const maxDescr = 500

const identitiesOf = ({ identity }: Family<unknown>): readonly ConsoleIdentity[] =>
  identity === undefined ? [] : [identity].flat()

/** What the output says as sysObjectID and sysDescr. */
function readIdentity({ objectId, descr }: ConsoleIdentity, text: string): DeviceIdentity {
  const found = descr && descr.pattern.exec(text)
  return {
    objectId: objectId?.exec(text)?.[1] ?? null,
    descr: found ? found[0].replace(descr.pattern, descr.as).trim() : descr ? null : text.trim(),
  }
}

/**
 * The name of a model as a pattern, for models that only sysObjectID tells from others; undefined for a name
 * without a number, which is not the name of one model.
 */
function nameAsDescr({ model, driver }: KnownModel): RegExp | undefined {
  const words = model.name.split(/\s+/)
  const own = driver.vendor.split(/\s+/)
  const name = (words[0]!.toLowerCase() === own[0]!.toLowerCase() ? words.slice(1) : words).join(' ')
  if (!/\d/.test(name)) return undefined
  const parts = name.split(/[\s/_-]+/).map(part => part.replace(/[^\w]/g, '\\$&'))
  return new RegExp(`(?<![\\w-])${parts.join('[\\s/_-]*')}(?![\\w-])`, 'i')
}

/** Ways to know the models of a family from what its console prints. */
const candidatesFrom = (models: readonly KnownModel[]): Candidate[] =>
  models.flatMap(known =>
    candidatesOf(known.model).map(({ modelKey, descr }) => {
      const pattern = descr ?? nameAsDescr(known)
      return { modelKey, objectId: null, ...(pattern ? { descr: pattern } : {}), probes: [] }
    }),
  )

/** Commands of all families, the one that most families know first: one command is often enough. */
function commandsOf(families: ReadonlySet<Family<unknown>>): string[] {
  const uses = new Map<string, number>()
  for (const family of families)
    for (const { command } of identitiesOf(family)) uses.set(command, (uses.get(command) ?? 0) + 1)
  return [...uses].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([command]) => command)
}

/**
 * Finds the model of a device by its console: asks the commands of the families until the output of one is
 * known, then decides as with sysObjectID and sysDescr. Never guesses: an output that fits no model, or
 * several, gives no model, and the reasons.
 */
export async function detectByConsole(
  models: ReadonlyMap<string, KnownModel>,
  ask: AskConsole,
  byIdentity: (identity: DeviceIdentity) => Promise<Detection>,
): Promise<Detection> {
  const families = new Set([...models.values()].map(({ family }) => family))
  const rejected: Rejected = []
  let seen: string | null = null
  for (const command of commandsOf(families)) {
    const text = (await ask(command))?.slice(0, maxText)
    if (!text) continue
    const fitting = [...families].flatMap(family =>
      identitiesOf(family)
        .filter(one => one.command === command && one.is.test(text))
        .map(one => ({ family, ...readIdentity(one, text) })),
    )
    if (fitting.length === 0) continue
    const descr: string | null = fitting.find(one => one.descr !== null)?.descr ?? null
    seen ??= descr?.slice(0, maxDescr) ?? null
    const objectId = fitting.find(one => one.objectId !== null)?.objectId ?? null
    if (objectId !== null) {
      const found = await byIdentity({ objectId, descr: descr?.slice(0, maxDescr) ?? null })
      if (found.modelKey !== null && found.tier !== 'generic') return found
      rejected.push(...found.rejected)
    }
    const own = [...models.values()].filter(({ family }) => fitting.some(one => one.family === family))
    const choice = await choose(candidatesFrom(own), descr ?? '', undefined, rejected)
    if (choice)
      return {
        modelKey: choice.candidate.modelKey,
        objectId,
        descr: descr?.slice(0, maxDescr) ?? null,
        tier: 'descr',
        rejected: rejected.filter(({ modelKey }) => modelKey !== choice.candidate.modelKey),
      }
  }
  return { modelKey: null, objectId: null, descr: seen, tier: null, rejected }
}

/**
 * The console of a device that nobody knows yet: any prompt, and the questions, pagers and refusals of all
 * families. It has one mode, so nothing is entered.
 */
export function unknownConsole(models: ReadonlyMap<string, KnownModel>): NonNullable<Family['cli']> {
  const profiles = [...new Set([...models.values()].flatMap(({ family: { cli } }) => cli ?? []))]
  const distinct = (patterns: readonly RegExp[]) => [
    ...new Map(patterns.map(pattern => [String(pattern), pattern])).values(),
  ]
  const pagers = profiles.flatMap(({ pager }) => pager)
  return {
    modes: {
      // `name>`, `name#`, `<name>`, `[name] >`, `user@name:~$`, `(name) #`, `name:admin#`, `->`
      unknown: { prompt: /(?:[\w<[(*][^\r\n]{0,78}|-)[>#$%\]]\s{0,2}/, enter: null },
    },
    main: 'unknown',
    // A key that shows one page is refused nowhere; `a` and others are of one vendor.
    pager: [
      ...new Map(
        pagers
          .toSorted((a, b) => Number(b.answer === ' ') - Number(a.answer === ' '))
          .map(one => [String(one.prompt), one]),
      ).values(),
    ],
    comment: '!',
    errors: distinct(profiles.flatMap(({ errors }) => errors)),
    secrets: distinct(profiles.flatMap(({ secrets = [] }) => secrets)),
    legacySsh: {
      kex: [...new Set(profiles.flatMap(({ legacySsh }) => legacySsh?.kex ?? []))],
      cipher: [...new Set(profiles.flatMap(({ legacySsh }) => legacySsh?.cipher ?? []))],
      hmac: [...new Set(profiles.flatMap(({ legacySsh }) => legacySsh?.hmac ?? []))],
      hostKey: [...new Set(profiles.flatMap(({ legacySsh }) => legacySsh?.hostKey ?? []))],
    },
  }
}
