import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { assert, suite } from '@linecard/test-kit'
import { familiesOf, implement, type Driver } from '@linecard/driver-kit'
import { sysTemp } from '@linecard/driver-kit/modules'
import { supportOf } from '@linecard/driver-kit/testing'
import acme from './acme/src/index.ts'

const recorded = 'acme_a8/1.0'
/** The example driver with sisters of its recorded model: one like it, one with a thermometer of its own. */
const family = familiesOf(acme)[0]!
const sister = (
  key: string,
  modules: Driver['models'][number]['modules'] = [],
): Driver['models'][number] => ({
  ...acme.models[0]!,
  key,
  name: key,
  detect: { objectId: `1.3.6.1.4.1.99999.7.${key.length}` },
  modules,
})
const noTemperature = implement(sysTemp, async () => ({
  main: null,
  main_from: null,
  cpu: null,
  board: null,
  sensors: [],
}))
const drivers: Driver = {
  ...acme,
  models: [acme.models[0]!, sister('acme_like'), sister('acme_unlike', [noTemperature])],
}

const test = suite('support of models')

/** Support on a changed copy of the recordings: model → module → `[tested by, empty on, reason]`. */
async function support(change: (root: string) => Promise<unknown> = async () => undefined) {
  const root = await mkdtemp(join(tmpdir(), 'linecard-support-'))
  try {
    await cp(fileURLToPath(new URL('acme/recordings/', import.meta.url)), root, { recursive: true })
    await change(root)
    const models = await supportOf(drivers, pathToFileURL(`${root}/`))
    return {
      recordings: Object.fromEntries(models.map(({ model, recordings }) => [model.key, recordings])),
      of: (model: string, name: string) => {
        const found = models
          .find(one => one.model.key === model)!
          .modules.find(({ module }) => module.name === name)
        return found && [found.testedBy, found.emptyOn, found.reason]
      },
    }
  } finally {
    await rm(root, { recursive: true })
  }
}

test('a model is proven by a real device of the same family and implementation', async () => {
  const proven = { acme_like: { sys_temp: 3, system: 0 } }
  const models = await supportOf(drivers, new URL('acme/recordings/', import.meta.url), proven)
  const by = (model: string, name: string) =>
    models.find(one => one.model.key === model)!.modules.find(({ module }) => module.name === name)!.provenBy
  assert.equal(by('acme_a8', 'sys_temp'), ['acme_like'])
  assert.equal(by('acme_unlike', 'sys_temp'), [], 'another implementation')
  assert.equal(by('acme_a8', 'system'), [], 'no row was equal')
})

test('a model is tested by its recordings, and its sisters by the same implementation', async () => {
  const { of, recordings } = await support()
  assert.equal(recordings, { acme_a8: [recorded], acme_like: [], acme_unlike: [] })
  assert.equal(
    [of('acme_a8', 'sys_temp'), of('acme_like', 'sys_temp')],
    [
      [[recorded], [], null],
      [[recorded], [], null],
    ],
  )
})
/** Changes the golden answers of the recording. */
async function goldens(root: string, change: (all: Record<string, unknown>) => object) {
  const file = join(root, recorded, 'expected.json')
  const all = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  await writeFile(file, JSON.stringify(change(all)))
}

test("a module of its own under the same name is not tested by the sister's recording", async () => {
  const { of } = await support()
  assert.equal(
    [of('acme_unlike', 'sys_temp'), of('acme_unlike', 'system')],
    [
      [[], [], null],
      [[recorded], [], null],
    ],
  )
})
test('a module that the model lacks is not there', async () =>
  assert.is((await support()).of('acme_a8', 'fdb'), undefined))
test('without a golden answer a module is declared', async () => {
  const { of } = await support(root => goldens(root, all => ({ ...all, sys_temp: undefined })))
  assert.equal(of('acme_a8', 'sys_temp'), [[], [], null])
})
test('a golden answer without data says so', async () => {
  for (const data of [{ main: null, sensors: [] }, [], null, [{ name: '' }]]) {
    const { of } = await support(root => goldens(root, all => ({ ...all, sys_temp: { data, missing: [] } })))
    assert.equal(of('acme_a8', 'sys_temp'), [[], [recorded], null])
  }
})
test('a change that sent nothing is empty, one that sent something is not', async () => {
  const name = 'acme.locator_led'
  assert.equal((await support()).of('acme_a8', name)![0], [recorded])
  const silent = await support(root =>
    goldens(root, all => ({ ...all, [name]: { ...(all[name] as object), data: null, sent: [] } })),
  )
  assert.equal(silent.of('acme_a8', name), [[], [recorded], null])
})
test('reasons of untested.json come with it, of a module and of a family', async () => {
  const { of } = await support(async root => {
    await goldens(root, all => ({ ...all, sys_temp: undefined }))
    await writeFile(
      join(root, 'untested.json'),
      JSON.stringify({
        modules: { 'acme_a8/sys_temp': 'no thermometer at hand' },
        families: { [family.id]: 'lent to a customer' },
      }),
    )
  })
  assert.equal(
    [of('acme_a8', 'sys_temp')![2], of('acme_like', 'sys_temp')![2]],
    ['no thermometer at hand', 'lent to a customer'],
  )
})
test('a folder that cannot be read is an error, not a model without recordings', async () => {
  for (const file of [`${recorded}/device.json`, 'untested.json']) {
    await support(root => writeFile(join(root, file), '{')).then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, file.split('/').at(-1)!),
    )
  }
})
