import { glob, readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { collectMissing, type Missing } from '@linecard/driver-kit'
import { buildIndex, type DriverIndex } from '@linecard/driver-kit/detection'
import { catalogue, interfacesList } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../support/drivers.ts'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'

/**
 * Every recording of every driver, end to end: it is served as a device on a socket, detected with all
 * drivers and added. Then each is asked over HTTP for its interfaces, and each reading module of each family
 * that has a golden answer is asked once. The tests of the drivers compare every one, without sockets
 * and other drivers. The served device has no console and refuses SET. Changes, and readings that write, are
 * tested there and on simulated devices.
 */
const test = suite('recordings over sockets', { timeoutMs: 600_000, level: 'full' })

/**
 * `whole`: the folder has nothing but SNMP of one context, so that what is served is all that the golden
 * answers were made from.
 */
interface Recorded {
  name: string
  folder: string
  whole: boolean
  device: { model: string; walked: string[]; args?: Record<string, object> }
  expected: Map<string, { data: unknown; missing: unknown[] }>
}

const root = join(import.meta.dirname, '../..')
const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as never

async function readAll(): Promise<Recorded[]> {
  const found: Recorded[] = []
  // A device with a console alone has no SNMP to play.
  for await (const file of glob('drivers/*/recordings/*/*/snmp.snmprec', { cwd: root })) {
    const folder = dirname(join(root, file))
    const expected: Recorded['expected'] = new Map(
      Object.entries(await readJson(join(folder, 'expected.json'))),
    )
    const name = relative(join(root, 'drivers'), folder).replaceAll('/recordings/', ' ')
    const whole = !(await readdir(folder)).some(
      other => other === 'api.json' || other === 'cli.json' || /^snmp\..+\.snmprec$/.test(other),
    )
    found.push({ whole, name, folder, device: await readJson(join(folder, 'device.json')), expected })
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

let house!: Installation
let recorded!: Recorded[]
const ids = new Map<string, number>()
let index!: DriverIndex

/**
 * The answer of a module from the SNMP of a folder only, without contexts, console and API. Null if the module
 * needs more.
 */
async function withSnmpAlone(
  { folder, device }: Recorded,
  module: string,
): Promise<{ data: unknown; missing: unknown[] } | null> {
  const known = index.models.get(device.model)!
  const session = replaySession(parseSnmprec(await readFile(join(folder, 'snmp.snmprec'), 'utf8')), known, {
    walked: device.walked,
  })
  try {
    const data: unknown = await known.modules.get(module)!.run(session, device.args?.[module] ?? {})
    const missing: Missing[] = []
    session.reports.forEach(collectMissing(missing, Infinity))
    return { data: JSON.parse(JSON.stringify(data)), missing }
  } catch {
    return null
  }
}

test.before(async () => {
  index = buildIndex(await allDrivers())
  recorded = await readAll()
  house = await startInstallation({
    scene: sceneOf(
      recorded.map(({ name, folder }) => ({
        kind: 'recording',
        name,
        recording: join(folder, 'snmp.snmprec'),
      })),
    ),
  })
})
test.after(() => house?.stop())

test('each is detected as its model with all drivers', async () => {
  assert.ok(recorded.length >= 10, `${recorded.length} recordings`)
  await Promise.all(
    recorded.map(async ({ name }) => ids.set(name, (await house.add(house.simulated(name))).id)),
  )
  for (const { name, device } of recorded) {
    assert.is(
      (await house.admin.get<{ model: { key: string } }>(`/device/${ids.get(name)}`)).model.key,
      device.model,
      name,
    )
    assert.is(
      (await house.admin.get<{ matches: boolean }>(`/device/${ids.get(name)}/compare-model`)).matches,
      true,
      name,
    )
  }
})

test('each answers over HTTP as its golden answers say', async () => {
  /** Modules of families that were asked. */
  const asked = new Set<string>()
  let count = 0
  for (const one of recorded) {
    const { name, device, expected, whole } = one
    const { driver, family } = index.models.get(device.model)!
    for (const [module, golden] of expected) {
      const { kind, exclusive } = catalogue.get(module) ?? { kind: 'read' }
      if (kind === 'change' || exclusive) continue
      const key = `${driver.id} ${family.id} ${module}`
      if (asked.has(key) && module !== interfacesList.name) continue
      const made = whole ? golden : await withSnmpAlone(one, module)
      if (!made) continue
      asked.add(key)
      const { data, missing } = made
      const answer = await house.admin.ask('POST', `/switcher-core/device/${module}/${ids.get(name)}`, {
        body: device.args?.[module] ?? {},
      })
      assert.is(answer.status, 200, `${name} ${module}: ${answer.text.slice(0, 300)}`)
      assert.equal(answer.data, data, `${name} ${module}`)
      assert.is(
        (answer.meta as Record<string, { missing: unknown[] }>)[module]!.missing.length,
        missing.length,
        `${name} ${module}`,
      )
      count++
    }
  }
  assert.ok(count >= 1000, `${count} answers`)
})
