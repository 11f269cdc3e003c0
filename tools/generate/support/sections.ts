import type { ModelSupport } from '@linecard/driver-kit/testing'
import { row } from '../table.ts'
import { byArea } from './areas.ts'
import type { Group, Vendor } from './vendors.ts'

/** `acme_g16/1.2` → `acme_g16`. */
export const recordedModel = (recording: string): string => recording.split('/')[0]!

/** A sign, and the letters of the groups if the evidence is not of this group: `● B, C`. */
function signed(sign: string, group: Group, keys: readonly string[], groups: readonly Group[]): string {
  const has = ({ models }: Group) => models.some(({ model }) => keys.includes(model.key))
  if (has(group)) return sign
  return `${sign} ${groups
    .filter(has)
    .map(({ letter }) => letter)
    .join(', ')}`
}

/**
 * `●`: proven on a recording of a real device of this group. `✓`: tested with a recording that we invented.
 * With a letter: of that group only. `◌`: the recordings hold nothing that it could answer. `○`: declared,
 * and no recording runs it. Empty: absent.
 */
function cellOf(group: Group, name: string, groups: readonly Group[]): string {
  const one = group.models[0]!.modules.find(({ module }) => module.name === name)
  if (!one) return ''
  if (one.provenBy.length > 0) return signed('●', group, one.provenBy, groups)
  if (one.testedBy.length > 0) return signed('✓', group, one.testedBy.map(recordedModel), groups)
  return one.emptyOn.length > 0 ? '◌' : '○'
}

/** Modules of the vendor by area. Modules with equal cells share a row. */
export function lines({ groups, models }: Vendor): string[] {
  return byArea(models.flatMap(({ modules }) => modules.map(({ module }) => module))).flatMap(
    ([title, own]) => {
      const alike = Map.groupBy(
        own.map(({ name }) => name),
        name => row(groups.map(group => cellOf(group, name, groups))),
      )
      return [...alike.values()].map((same, at) =>
        row([
          at === 0 ? title : '',
          same.map(name => `\`${name}\``).join(' '),
          ...groups.map(group => cellOf(group, same[0]!, groups)),
        ]),
      )
    },
  )
}

const bare = (name: string, vendor: string): string =>
  name.startsWith(`${vendor} `) ? name.slice(vendor.length + 1) : name
const recordingsOf = (models: readonly ModelSupport[]): string[] =>
  models.flatMap(({ recordings }) => recordings)

/** One row for each group: its letter, family, models and recordings. */
export function legend({ driver, groups }: Vendor): string[] {
  return groups.map(({ letter, models }) =>
    row([
      letter,
      models[0]!.family.id,
      models
        .map(({ model }) => `${bare(model.name, driver.vendor)}${model.ports ? ` (${model.ports})` : ''}`)
        .join('; '),
      [...new Set(models.map(({ model }) => model.type))].join(', '),
      models[0]!.family.cli ? 'yes' : '',
      recordingsOf(models)
        .map(name => `\`${name}\``)
        .join(' '),
    ]),
  )
}

/** One line for each reason why modules have no recording. */
export function reasons(models: readonly ModelSupport[]): string[] {
  const all = models.flatMap(({ model, modules }) =>
    modules.flatMap(({ module, provenBy, testedBy, emptyOn, reason }) =>
      reason !== null && provenBy.length + testedBy.length + emptyOn.length === 0
        ? [{ reason, what: `${model.name} \`${module.name}\`` }]
        : [],
    ),
  )
  return [...Map.groupBy(all, ({ reason }) => reason)].map(
    ([reason, same]) => `- ${same.map(({ what }) => what).join(', ')}: ${reason}`,
  )
}
