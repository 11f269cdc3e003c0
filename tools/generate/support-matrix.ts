import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { Driver } from '@linecard/driver-kit'
import { supportOf, type ModelSupport } from '@linecard/driver-kit/testing'
import type { Repository } from '../repository.ts'
import { areas } from './support-areas.ts'
import { row } from './table.ts'

/** Models of one family that can do the same, by the same evidence. */
interface Group {
  letter: string
  models: ModelSupport[]
}
interface Vendor {
  driver: Driver
  models: ModelSupport[]
  groups: Group[]
}

const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `${letterOf(Math.floor(at / 26) - 1)}${letterOf(at % 26)}`
const recordedModel = (recording: string): string => recording.split('/')[0]!
const fingerprint = ({ family, modules }: ModelSupport): string =>
  JSON.stringify([
    family.id,
    modules
      .map(({ module, testedBy, emptyOn, reason }) => [
        module.name,
        testedBy,
        emptyOn,
        testedBy.length === 0 ? reason : null,
      ])
      .toSorted(),
  ])

function groupsOf(models: readonly ModelSupport[]): Group[] {
  return [...Map.groupBy(models, fingerprint).values()].map((same, at) => ({
    letter: letterOf(at),
    models: same,
  }))
}

async function vendors({ packages, root }: Repository): Promise<Vendor[]> {
  const drivers = packages.filter(
    pack => pack.manifest.linecard?.kind === 'driver' && pack.kind === 'drivers',
  )
  const read = await Promise.all(
    drivers.map(async ({ manifest, folder }): Promise<Vendor> => {
      const { default: driver } = (await import(manifest.name)) as { default: Driver }
      const models = await supportOf(driver, pathToFileURL(join(root, folder, 'recordings/')))
      return { driver, models, groups: groupsOf(models) }
    }),
  )
  return read.toSorted((a, b) => (a.driver.vendor < b.driver.vendor ? -1 : 1))
}

/**
 * `✓` tested on a recording of the group's own, `✓ B` on one of group B alone, `◌` run where there was
 * nothing to answer, `○` declared, nothing: absent.
 */
function cellOf(group: Group, name: string, groups: readonly Group[]): string {
  const one = group.models[0]!.modules.find(({ module }) => module.name === name)
  if (!one) return ''
  if (one.testedBy.length === 0) return one.emptyOn.length > 0 ? '◌' : '○'
  const recorded = new Set(one.testedBy.map(recordedModel))
  if (group.models.some(({ model }) => recorded.has(model.key))) return '✓'
  return `✓ ${groups
    .filter(other => other.models.some(({ model }) => recorded.has(model.key)))
    .map(({ letter }) => letter)
    .join(', ')}`
}

/** Modules of the vendor by area; those that all groups have alike share a line. */
function lines({ groups, models }: Vendor): string[] {
  const kinds = new Map(
    models.flatMap(({ modules }) => modules.map(({ module }) => [module.name, module.kind] as const)),
  )
  const listed = new Set(areas.flatMap(([, names]) => names))
  const rest = [...kinds].filter(([name]) => !listed.has(name))
  const changes = rest
    .filter(([, kind]) => kind === 'change')
    .map(([name]) => name)
    .toSorted()
  const other = rest
    .filter(([, kind]) => kind === 'read')
    .map(([name]) => name)
    .toSorted()
  return [...areas, ['Changes', changes] as const, ['Its own', other] as const].flatMap(([title, names]) => {
    const alike = Map.groupBy(
      names.filter(name => kinds.has(name)),
      name => row(groups.map(group => cellOf(group, name, groups))),
    )
    return [...alike.values()].map((same, at) =>
      row([
        at === 0 ? title : '',
        same.map(name => `\`${name}\``).join(' '),
        ...groups.map(group => cellOf(group, same[0]!, groups)),
      ]),
    )
  })
}

const bare = (name: string, vendor: string): string =>
  name.startsWith(`${vendor} `) ? name.slice(vendor.length + 1) : name
const recordingsOf = (models: readonly ModelSupport[]): string[] =>
  models.flatMap(({ recordings }) => recordings)

function legend({ driver, groups }: Vendor): string[] {
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

function reasons(models: readonly ModelSupport[]): string[] {
  const all = models.flatMap(({ model, modules }) =>
    modules.flatMap(({ module, testedBy, emptyOn, reason }) =>
      reason !== null && testedBy.length === 0 && emptyOn.length === 0
        ? [{ reason, what: `${model.name} \`${module.name}\`` }]
        : [],
    ),
  )
  return [...Map.groupBy(all, ({ reason }) => reason)].map(
    ([reason, same]) => `- ${same.map(({ what }) => what).join(', ')}: ${reason}`,
  )
}

/**
 * How far a module of a model is tested: on the model itself, on another of its family, without an answer,
 * not at all.
 */
const stateOf = ({ model }: ModelSupport, { testedBy, emptyOn }: ModelSupport['modules'][number]) =>
  testedBy.some(name => recordedModel(name) === model.key)
    ? 'itself'
    : testedBy.length > 0
      ? 'family'
      : emptyOn.length > 0
        ? 'empty'
        : 'declared'

function figures(models: readonly ModelSupport[]): (string | number)[] {
  const states = models.flatMap(one => one.modules.map(module => stateOf(one, module)))
  const count = (state: ReturnType<typeof stateOf>) => states.filter(other => other === state).length
  return [
    models.length,
    models.filter(({ recordings }) => recordings.length > 0).length,
    count('itself'),
    count('family'),
    count('empty'),
    count('declared'),
  ]
}

/** `docs/support-matrix.md`: model × module, from the drivers and from the folders that their tests run. */
export async function supportMatrixPage(repository: Repository): Promise<string> {
  const all = await vendors(repository)
  const models = all.flatMap(one => one.models)
  const anchor = (vendor: string): string =>
    vendor
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-')
  return `${[
    '# What each model can do, and what of it is tested',
    '',
    '<!-- Generated by npm run generate; do not edit. -->',
    '',
    "A module is **tested** where the driver's tests run it on a recording of a model of the same family and compare its answer with a committed one: the very same implementation, not",
    'merely one of the same name. It **ran empty** where the recordings have nothing that it could answer, is **declared** where the driver has it and no recording ran it, and **absent**',
    "where a call is refused before a packet is sent. How real devices' answers compare with another system's stands in [driver-fidelity.md](driver-fidelity.md).",
    '',
    'Models of one family that can do the same by the same evidence are one column: `✓` tested with a recording of a model in the column, `✓ B` with one of column B, `◌` ran empty, `○` declared.',
    'Numbers behind models are their physical ports. Console: the family has a command line, and with it `console_command` and `multi_console_command`; `supported_modules` and',
    '`parse_interface` are answered for every model. What models of a family tell only by their parameters (nodes of tables, layouts of ports) is tested with the recorded ones alone.',
    '',
    row([
      'Vendor',
      'Models',
      'Recorded models',
      'Modules tested on the model',
      'on its family',
      'ran empty',
      'declared',
    ]),
    row(['---', ...Array<string>(6).fill('---:')]),
    ...all.map(({ driver, models: own }) =>
      row([`[${driver.vendor}](#${anchor(driver.vendor)})`, ...figures(own)]),
    ),
    row(['**all**', ...figures(models)]),
    ...all.flatMap(vendor => [
      '',
      `## ${vendor.driver.vendor}`,
      '',
      row(['', 'Family', 'Models', 'Type', 'Console', 'Recordings']),
      row(Array<string>(6).fill('---')),
      ...legend(vendor),
      '',
      row(['Area', 'Modules', ...vendor.groups.map(({ letter }) => letter)]),
      row(['---', '---', ...vendor.groups.map(() => ':---:')]),
      ...lines(vendor),
      ...(reasons(vendor.models).length === 0
        ? []
        : ['', 'Not tested, and why:', '', ...reasons(vendor.models)]),
    ]),
  ].join('\n')}\n`
}
