import { assert, suite } from '@linecard/test-kit'
import { checkDriver } from '../detection/check.ts'
import { familiesOf, type Driver } from '../contract/driver.ts'
import { buildIndex, type DriverIndex } from '../detection/driver-index.ts'
import { varbindText } from '../table/index.ts'
import type { Probe } from '../detection/detection.ts'
import { isUnder } from '../oid.ts'
import type { Recording } from '../recording/index.ts'
import { readFolders, readUntested, writeGolden, type Folder } from './folder.ts'
import type { UntestedFile } from './folder-files.ts'
import { runModule } from './run-module.ts'

const sysDescr = '1.3.6.1.2.1.1.1.0'
const sysObjectId = '1.3.6.1.2.1.1.2.0'

/** With the value 1, golden answers are written and not compared. */
const updating = process.env['LINECARD_UPDATE_GOLDEN'] === '1'

/** Answers to the probes of detection, from a recording. */
export const recordedProbe =
  (recording: Recording): Probe =>
  async (oid, below) => {
    const varbind = below ? recording.next(oid) : recording.get(oid)
    return varbind && isUnder(varbind.oid, oid) ? varbindText(varbind) : null
  }

async function detectRecorded(
  { device, recording, cli, consoleOnly }: Folder,
  index: DriverIndex,
): Promise<void> {
  const valueOf = (oid: string) => {
    const varbind = recording.get(oid)
    return varbind ? varbindText(varbind) : null
  }
  const detection = consoleOnly
    ? await index.detectByConsole(async command => cli.find(({ send }) => send === command)?.reply ?? null)
    : await index.detect(
        { objectId: valueOf(sysObjectId), descr: valueOf(sysDescr) },
        recordedProbe(recording),
      )
  if (detection.modelKey === device.model) return
  const why = detection.rejected.map(({ modelKey, reason }) => `${modelKey}: ${reason}`).join('; ')
  throw new Error(
    `detected as ${detection.modelKey ?? 'nothing'} (${detection.tier ?? 'no tier'}), ` +
      `not as ${device.model}. ${why}`,
  )
}

/** Entries of untested.json for modules and families that do not exist, or that are tested. */
function staleEntries(
  { modules = {}, families = {} }: UntestedFile,
  folders: readonly Folder[],
  index: DriverIndex,
): string[] {
  const stale: string[] = []
  const covered = new Set(folders.map(({ device }) => index.models.get(device.model)?.family.id))
  const known = new Set([...index.models.values()].map(({ family }) => family.id))
  for (const id of Object.keys(families)) {
    if (!known.has(id)) stale.push(`the family ${id} does not exist`)
    else if (covered.has(id)) stale.push(`the family ${id} has a recording`)
  }
  for (const entry of Object.keys(modules)) {
    const [model, module] = entry.split('/') as [string, string]
    const recorded = folders.filter(({ device }) => device.model === model)
    if (!index.models.get(model)?.modules.has(module))
      stale.push(`${entry}: the model does not have the module`)
    else if (!recorded.length) stale.push(`${entry}: the model has no recording`)
    else if (recorded.some(({ golden }) => golden.has(module)))
      stale.push(`${entry}: there is a golden answer`)
  }
  return stale
}

/** Fails if there are any lines. */
function assertNone(lines: readonly string[]): void {
  if (lines.length) throw new Error(lines.join('\n'))
}

/**
 * Declares and runs the tests of a driver from its folders `recordings/<model>/<firmware>/` next to the
 * folder of the test: detection finds the model, every declared module runs on the replay, its answer is
 * valid for the schema and equals that of `expected.json`. A module without golden answer, an OID that was
 * not walked, and a family without recording fail, except with a reason in `recordings/untested.json`. A
 * folder without snmp.snmprec is a device with a console alone: its console modules run. With
 * `LINECARD_UPDATE_GOLDEN=1` it writes the golden answers.
 */
export async function testDriver(driver: Driver, testUrl: string): Promise<void> {
  const root = new URL('../recordings/', testUrl)
  const found = await readFolders(root)
  const untested = await readUntested(root)
  const reasons = untested instanceof Error ? {} : untested
  const findings = checkDriver(driver).map(({ where, message }) => `${where}: ${message}`)

  const test = suite(`driver ${driver.id}`)
  test('the driver has no findings', () => assertNone(findings))
  if (findings.length) return
  const index = buildIndex([driver])
  const folders = found.flatMap(({ folder }) => (folder instanceof Error ? [] : [folder]))

  test('every family has a recording or a reason', () => {
    const covered = new Set(folders.map(({ device }) => index.models.get(device.model)?.family.id))
    assertNone(
      familiesOf(driver)
        .filter(({ id }) => !covered.has(id) && reasons.families?.[id] === undefined)
        .map(({ id }) => `the family ${id} has no recording and no reason`),
    )
  })
  test('untested.json names only what is not tested', () => {
    if (untested instanceof Error) throw untested
    assertNone(staleEntries(untested, folders, index))
  })

  for (const { name, folder } of found) {
    if (folder instanceof Error) {
      test(`${name} can be read`, () => {
        throw folder
      })
      continue
    }
    const known = index.models.get(folder.device.model)
    test(`${name} is in the folder of a model of this driver`, () =>
      assert.is(name.split('/')[0], known?.model.key))
    if (!known) continue
    test(`${name} is detected`, () => detectRecorded(folder, index))
    test(`${name} has no golden answer of a module that the model does not have`, () =>
      assertNone([...folder.golden.keys()].filter(module => !known.modules.has(module))))
    const console = new Set((known.family.console ?? []).map(one => one.module.name))
    const modules = [...known.modules.keys()].filter(module => !folder.consoleOnly || console.has(module))
    for (const module of modules) {
      const reason = reasons.modules?.[`${folder.device.model}/${module}`]
      if (reason !== undefined) test.skip(`${name} ${module}`, reason)
      else
        test(`${name} ${module}`, async () => {
          const made = await runModule(folder, known, module)
          if (updating) await writeGolden(folder, module, made)
          else if (!folder.golden.has(module))
            throw new Error(`${name}/expected.json has no ${module}: LINECARD_UPDATE_GOLDEN=1 writes it`)
          else assert.equal(made, folder.golden.get(module))
        })
    }
  }
}
