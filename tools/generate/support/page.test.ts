import { readFile } from 'node:fs/promises'
import { assert, suite } from '@linecard/test-kit'
import { readRepository } from '../../repository.ts'
import { areas } from './areas.ts'
import { supportMatrixPage } from './page.ts'
import { vendorsOf } from './vendors.ts'

const repository = await readRepository()
const page = supportMatrixPage(await vendorsOf(repository))
const test = suite('support matrix', { level: 'full' })

test('docs/support-matrix.md is what the drivers and their recordings give; `npm run generate` writes it', async () => {
  assert.equal((await readFile('docs/support-matrix.md', 'utf8')).split('\n'), page.split('\n'))
})
test('every driver has its section, and every recording stands in it', () => {
  for (const { kind, folder, names } of repository.packages.filter(pack => pack.kind === 'drivers')) {
    const recordings = names.flatMap(
      name => /recordings\/([^/]+\/[^/]+)\/device\.json$/.exec(name)?.[1] ?? [],
    )
    for (const recording of recordings)
      assert.ok(page.includes(`\`${recording}\``), `${kind} ${folder}: ${recording}`)
  }
})
test('a module stands in one area', () => {
  const listed = areas.flatMap(([, names]) => names)
  assert.equal(
    listed.filter((name, at) => listed.indexOf(name) !== at),
    [],
  )
})
