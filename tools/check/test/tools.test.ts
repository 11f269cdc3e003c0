import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { assert, suite } from '@linecard/test-kit'

const test = suite('check: formatter and linter')
let folder = ''
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-check-'))
})
test.after(() => rm(folder, { recursive: true, force: true }))

/** Runs a tool with the configuration of this repository on a file with this text. */
async function run(tool: 'oxfmt' | 'oxlint', options: string[], text: string) {
  const file = join(folder, 'wrong.ts')
  await writeFile(file, text)
  const { status, stdout } = spawnSync(resolve('node_modules/.bin', tool), [...options, file], {
    encoding: 'utf8',
  })
  return { status, stdout }
}
const format = (text: string) => run('oxfmt', ['-c', '.oxfmtrc.json', '--check'], text)
const lint = (text: string) => run('oxlint', ['-c', '.oxlintrc.json', '--deny-warnings'], text)
const functionOf = (lines: number) =>
  `export function long(): void {\n${'  console.log(1)\n'.repeat(lines - 2)}}\n`

test('formatted code passes', async () => assert.is((await format(functionOf(3))).status, 0))
test('code that is not formatted fails', async () => {
  const { status, stdout } = await format('export const a = { b : 1 };\n')
  assert.is(status, 1)
  assert.match(stdout, 'Format issues found')
})
test('a call wider than 110 columns fails', async () =>
  assert.is((await format(`console.log(${Array(30).fill(1234).join(', ')})\n`)).status, 1))

test('a function of 80 lines passes', async () => assert.is((await lint(functionOf(80))).status, 0))
test('a function of 81 lines fails', async () => {
  const { status, stdout } = await lint(functionOf(81))
  assert.is(status, 1)
  assert.match(stdout, 'max-lines-per-function')
})
test('any fails', async () => {
  const { status, stdout } = await lint('export const a: any = 1\n')
  assert.is(status, 1)
  assert.match(stdout, 'no-explicit-any')
})
