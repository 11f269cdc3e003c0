import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Driver } from '@linecard/driver-kit'
import { supportOf, type ModelSupport, type Proven } from '@linecard/driver-kit/testing'
import type { Repository } from '../../repository.ts'

/** Models of one family with the same modules and the same evidence for each: one column of the page. */
export interface Group {
  letter: string
  models: ModelSupport[]
}
export interface Vendor {
  driver: Driver
  models: ModelSupport[]
  groups: Group[]
}

/** 0 → A, 25 → Z, 26 → AA. */
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `${letterOf(Math.floor(at / 26) - 1)}${letterOf(at % 26)}`

const fingerprint = ({ family, modules }: ModelSupport): string =>
  JSON.stringify([
    family.id,
    modules
      .map(({ module, provenBy, testedBy, emptyOn, reason }) => [
        module.name,
        provenBy,
        testedBy,
        emptyOn,
        provenBy.length + testedBy.length === 0 ? reason : null,
      ])
      .toSorted(),
  ])

function groupsOf(models: readonly ModelSupport[]): Group[] {
  return [...Map.groupBy(models, fingerprint).values()].map((same, at) => ({
    letter: letterOf(at),
    models: same,
  }))
}

/** Every driver of the repository with its models and their evidence, sorted by vendor. */
export async function vendorsOf({ packages, root }: Repository): Promise<Vendor[]> {
  const drivers = packages.filter(
    pack => pack.manifest.linecard?.kind === 'driver' && pack.kind === 'drivers',
  )
  // `npm run test:recordings` writes it: the recordings of real devices are not needed here.
  const proven = JSON.parse(await readFile(join(root, 'test/recordings/proven.json'), 'utf8')) as Proven
  const read = await Promise.all(
    drivers.map(async ({ manifest, folder }): Promise<Vendor> => {
      const { default: driver } = (await import(manifest.name)) as { default: Driver }
      const models = await supportOf(driver, pathToFileURL(join(root, folder, 'recordings/')), proven)
      return { driver, models, groups: groupsOf(models) }
    }),
  )
  return read.toSorted((a, b) => (a.driver.vendor < b.driver.vendor ? -1 : 1))
}
