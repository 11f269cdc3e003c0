import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { linecard } from '../../support/command.ts'
import { startInstallation, type Installation } from '../../support/installation.ts'

/** Registration templates on the command line: the examples, as a person keeps them in git. */
const test = suite('onts-registration: command line', { level: 'full' })
const folder = 'examples/registration'

let house!: Installation
let out = ''
test.before(async () => {
  house = await startInstallation({ commands: true })
  out = mkdtempSync(join(tmpdir(), 'linecard-templates-'))
})
test.after(async () => {
  rmSync(out, { recursive: true, force: true })
  await house?.stop()
})

const cli = (name: string, ...args: string[]) =>
  linecard([`onts-registration:${name}`, ...args], { env: { LINECARD_CONFIG: house.configFile } })
const filesIn = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter(one => /\.(?:hbs|json)$/.test(one))
      .map(one => [one, readFileSync(join(path, one), 'utf8')]),
  )

/** Members in one order, without those that are nothing. */
function sameJson(text: string): string {
  const inOrder = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inOrder)
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).filter(([, member]) => member !== null)
    return Object.fromEntries(
      members
        .map(([key, member]) => [key, inOrder(member)] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
  return JSON.stringify(inOrder(JSON.parse(text)))
}

test('the examples have no mistakes; a mistake is told with file, line and column', async () => {
  const good = await cli('lint', folder)
  assert.is(good.code, 0, good.stderr)
  assert.ok(good.stderr.includes(`${readdirSync(folder).length} registration templates`), good.stderr)
  const wrong = join(out, 'wrong')
  const files = filesIn(join(folder, 'vsol-epon-bridge'))
  mkdirSync(wrong)
  for (const [path, text] of Object.entries(files)) writeFileSync(join(wrong, path), text)
  writeFileSync(join(wrong, 'undo.hbs'), 'end\nno onu {{upperr ont.serial}}\n')
  const bad = await cli('lint', wrong)
  assert.is(bad.code, 1, bad.stdout)
  assert.match(bad.stdout, /undo\.hbs:2:\d+: error HELPER_UNKNOWN/)
  rmSync(wrong, { recursive: true })
})

test('templates are imported, exported as the same files, and imported again', async () => {
  const imported = await cli('import', folder)
  assert.is(imported.code, 0, imported.stderr)
  const exported = await cli('export', out)
  assert.is(exported.code, 0, exported.stderr)
  assert.is(readdirSync(out).length, readdirSync(folder).length)
  const all = (root: string) =>
    Object.values(filesIn(root)).map(text => (text.startsWith('{\n') ? sameJson(text) : text))
  assert.equal(all(out).toSorted(), all(folder).toSorted())
  const again = await cli('import', out, '--conflict', 'rename')
  assert.is(again.code, 0, again.stderr)
  assert.match(again.stdout, /renamed/)
  assert.not.match(again.stdout, /refused/)
  const none = await cli('export', out, 'no such template')
  assert.is(none.code, 1)
  assert.match(none.stderr, /There is no registration template "no such template"/)
})

test('a preview shows each part; what the console of a maker interprets is refused in a value', async () => {
  const one = join(folder, 'vsol-epon-bridge')
  const ont = { mac_address: '84:79:73:00:00:01' }
  const seen = (vendor: string) => ['--variables', JSON.stringify({ ont, device: { model: { vendor } } })]
  const filled = (name: string) => ['--params', JSON.stringify({ name, vlan: '207' })]
  const shown = await cli('preview', one, ...filled('contract-7'), ...seen('V-SOL'))
  assert.is(shown.code, 0, shown.stderr)
  assert.match(shown.stdout, /template .*207/)
  assert.match(shown.stdout, /undo /)
  const loose = (text: string) =>
    text
      .replace('[A-Za-z0-9_.-]{1,32}', '.+')
      .replace('description {{params.name}}', 'description "{{params.name}}"')
  const quoted = join(out, 'quoted')
  mkdirSync(quoted)
  for (const [path, text] of Object.entries(filesIn(one))) writeFileSync(join(quoted, path), loose(text))
  const typed = await cli('preview', quoted, ...filled('pa$word'), ...seen('V-SOL'))
  assert.is(typed.code, 0, typed.stderr)
  assert.ok(typed.stdout.includes('pa$word'), 'this maker takes it as text')
  const refused = await cli('preview', quoted, ...filled('pa$word'), ...seen('MikroTik'))
  assert.is(refused.code, 1, refused.stdout)
  assert.match(refused.stderr, /commands\.hbs:\d+:\d+: error VALUE_CHARACTER.*\$/s)
})

test('a Twig template is converted, and what cannot be is named', async () => {
  const twig = join(out, 'old.twig')
  writeFileSync(twig, 'onu {{ free.first }} sn {{ ont.serial|upper }}\n{% macro x() %}{% endmacro %}\n')
  const { stdout, stderr, code } = await cli('convert', twig)
  assert.ok(stdout.includes('sn {{upper ont.serial}}'), stdout + stderr)
  assert.is(code, 1)
  assert.match(stderr, /old\.twig:2:\d+: error/)
})
